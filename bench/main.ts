// npm run bench [calls]: measures a fresh Loupe with that many calls (by default 10,000) and table rows, and references.
// npm run bench -- calls [folder], with a folder or more than a million calls: fills one project step by step, measures
// its reads and its disk at each power of ten, and goes on where it was stopped.
// npm run bench -- requests [calls]: how many requests per second its service alone answers, in a minute or two.
// npm run bench -- masking [calls]: how many calls its service stores with and without masking rules.
// npm run bench -- databases calls name=URL name=URL: its reads on two empty databases (a cluster and one server, say).
// npm run bench -- scans calls [folder]: statistics, facets and sorts with filters that the list offers; the folder stays.
// npm run bench -- peers spans [name=environment]...: beside other products (peers/README.md).
// npm run bench -- pages [share]: its pages in a browser, with that share of the full sizes (by default 1).
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openBareStatements } from "./bare-statements";
import { benchDatabases } from "./databases";
import { ensureBuilt } from "@/scripts/start/build.mjs";
import { gateway, startModelServers } from "./gateway";
import { benchGrowth } from "./growth-main";
import { benchMasking } from "./masking-main";
import { benchPages } from "./pages-main";
import { benchPeers } from "./peers/main";
import { CALLS_PER_TRACE, PROJECT } from "./rows";
import { type Result, printRun } from "./report";
import { benchRequests } from "./requests-main";
import { benchScans } from "./scans";
import { toService } from "./post";
import { ingest, reads, relay, statistics } from "./scenarios";
import { startSystem } from "./system";
import { tables } from "./tables";
import { otlpIngest, readsPerSecond } from "./throughput";

// Memory is reported after the garbage of the start has been collected.
const IDLE_MS = 10_000;

const CALLS = "10_000";
const MOST_IN_ONE_GO = 1_000_000;

const [first, second, ...more] = process.argv.slice(2);
if (first === "pages") await benchPages(amountOf(second ?? "1", "a share above 0, as in 0.1", (share) => share > 0));
else if (first === "peers") await benchPeers(amountOf(second ?? CALLS, "a number of spans", isWholeTraces), more);
else if (first === "databases")
  await benchDatabases(amountOf(second ?? CALLS, "a number of calls", isWholeTraces), more);
else if (first === "scans") await benchScans(amountOf(second ?? CALLS, "a number of calls", isWholeTraces), more[0]);
else if (first === "masking") await benchMasking(amountOf(second ?? CALLS, "a number of calls", Number.isInteger));
else if (first === "requests") await benchRequests(amountOf(second ?? CALLS, "a number of calls", Number.isInteger));
else {
  const calls = amountOf(
    first ?? CALLS,
    "a number of calls, requests, masking, pages, scans, databases or peers",
    Number.isInteger,
  );
  if (second !== undefined || calls > MOST_IN_ONE_GO) await benchGrowth(calls, second);
  else await benchService(calls);
}

function amountOf(text: string, wanted: string, isRight: (amount: number) => boolean): number {
  const amount = Number(text.replaceAll(/[_,]/g, ""));
  if (amount > 0 && isRight(amount)) return amount;
  throw new Error(`npm run bench: found "${text}", wanted ${wanted}`);
}

function isWholeTraces(spans: number): boolean {
  return spans % CALLS_PER_TRACE === 0;
}

async function benchService(calls: number): Promise<void> {
  await ensureBuilt("all");
  const servers = await startModelServers();
  let system = await startSystem(servers.environment);
  try {
    const reference = await openBareStatements(path.join(system.dataFolder, "socket"), PROJECT);
    const post = toService(system);
    const results: Result[] = [await ingest(post, reference, calls)];
    results.push(await otlpIngest(system, reference, calls), ...(await reads(post, reference, calls)));
    results.push(await readsPerSecond(system, reference, calls), await statistics(post, reference, calls));
    results.push(...(await tables(post, reference, calls)), await relay(system));
    results.push(...(await gateway(system, servers)));
    const postgres = await reference.version();
    await reference.close();
    system = await system.restart();
    results.push({ what: "start to ready, built", unit: "ms", ours: system.startMs, target: "≤ 3 s" });
    await pause(IDLE_MS);
    results.push({
      what: "idle memory, service and dashboard",
      unit: "MiB",
      ours: system.memoryMib(),
      target: "≤ 450 MB",
    });

    const platform = `${process.platform} ${process.arch}`;
    printRun({ calls }, { node: process.versions.node, postgres, platform }, results);
  } finally {
    await system.remove();
    await servers.stop();
  }
}
