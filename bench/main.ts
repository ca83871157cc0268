// npm run bench [calls]: measures a fresh Loupe with that many calls (10,000 when not said) and table rows beside its references.
// npm run bench -- pages [share]: its pages in a browser, with that share of the full sizes (1 when not said).
import { cpus, totalmem } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openBareStatements } from "@/service/store/bare-statements";
import { ensureBuilt } from "@/scripts/start/build.mjs";
import { gateway, startModelServers } from "./gateway";
import { benchPages } from "./pages-main";
import { PROJECT } from "./rows";
import { type Result, printTable, ratioOf } from "./report";
import { toService } from "./post";
import { ingest, reads, relay, statistics } from "./scenarios";
import { startSystem } from "./system";
import { tables } from "./tables";
import { otlpIngest, readsPerSecond } from "./throughput";

const GIB = 1024 ** 3;
// Memory is told once the start's garbage is gone.
const IDLE_MS = 10_000;

const [first, second] = process.argv.slice(2);
if (first === "pages") await benchPages(amountOf(second ?? "1", "a share above 0, as in 0.1", (share) => share > 0));
else await benchService(amountOf(first ?? "10_000", "a number of calls, or pages", Number.isInteger));

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
    results.push(await readsPerSecond(post, reference, calls), await statistics(post, reference, calls));
    results.push(...(await tables(post, reference, calls)), await relay(system));
    results.push(...(await gateway(system, servers)));
    const postgres = await reference.version();
    await reference.close();
    system = await system.restart();
    results.push({ what: "start to ready, built", unit: "ms", ours: system.startMs, target: "≤ 3 s" });
    await pause(IDLE_MS);
    const memory = Object.values(system.memoryMib()).reduce((sum, one) => sum + one, 0);
    results.push({ what: "idle memory, service and dashboard", unit: "MiB", ours: memory, target: "≤ 450 MB" });

    const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / GIB)} GiB`;
    const versions = { node: process.versions.node, postgres, platform: `${process.platform} ${process.arch}` };
    console.log(
      `\n${calls.toLocaleString("en-US")} calls; ${machine}; Node ${versions.node}; PostgreSQL ${postgres}\n`,
    );
    printTable(results);
    console.log(
      `\n${JSON.stringify({ calls, machine, versions, results: results.map((one) => ({ ...one, ratio: ratioOf(one) })) })}`,
    );
  } finally {
    await system.remove();
    await servers.stop();
  }
}
