// npm run bench [calls]: measures a fresh Loupe with that many calls (by default 10,000) and table rows, and references.
// npm run bench -- requests [calls]: how many requests per second its service alone answers, in a minute or two.
// npm run bench -- pages [share]: its pages in a browser, with that share of the full sizes (by default 1).
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openBareStatements } from "./bare-statements";
import { ensureBuilt } from "@/scripts/start/build.mjs";
import { gateway, startModelServers } from "./gateway";
import { benchPages } from "./pages-main";
import { PROJECT } from "./rows";
import { type Result, printRun } from "./report";
import { benchRequests } from "./requests-main";
import { toService } from "./post";
import { ingest, reads, relay, statistics } from "./scenarios";
import { startSystem } from "./system";
import { tables } from "./tables";
import { otlpIngest, readsPerSecond } from "./throughput";

// Memory is reported after the garbage of the start has been collected.
const IDLE_MS = 10_000;

const CALLS = "10_000";

const [first, second] = process.argv.slice(2);
if (first === "pages") await benchPages(amountOf(second ?? "1", "a share above 0, as in 0.1", (share) => share > 0));
else if (first === "requests") await benchRequests(amountOf(second ?? CALLS, "a number of calls", Number.isInteger));
else await benchService(amountOf(first ?? CALLS, "a number of calls, requests or pages", Number.isInteger));

function amountOf(text: string, wanted: string, isRight: (amount: number) => boolean): number {
  const amount = Number(text.replaceAll(/[_,]/g, ""));
  if (amount > 0 && isRight(amount)) return amount;
  throw new Error(`npm run bench: found "${text}", wanted ${wanted}`);
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
