// npm run bench [calls]: measures a fresh Loupe with that many calls (10,000 when not said) and table rows beside its references.
import { cpus, totalmem } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openBareStatements } from "@/service/store/bare-statements";
import { ensureBuilt } from "@/scripts/start/build.mjs";
import { gateway, startModelServers } from "./gateway";
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

const calls = Number(process.argv[2]?.replaceAll(/[_,]/g, "") ?? 10_000);
if (!Number.isInteger(calls) || calls < 1)
  throw new Error(`npm run bench: found "${process.argv[2]}", wanted a number of calls`);

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
  console.log(`\n${calls.toLocaleString("en-US")} calls; ${machine}; Node ${versions.node}; PostgreSQL ${postgres}\n`);
  printTable(results);
  console.log(
    `\n${JSON.stringify({ calls, machine, versions, results: results.map((one) => ({ ...one, ratio: ratioOf(one) })) })}`,
  );
} finally {
  await system.remove();
  await servers.stop();
}
