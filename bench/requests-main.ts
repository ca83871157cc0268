import path from "node:path";
import { ensureBuilt } from "@/scripts/start/build.mjs";
import { openBareStatements } from "./bare-statements";
import { gateway, startModelServers } from "./gateway";
import { toService } from "./post";
import { printRun } from "./report";
import { PROJECT } from "./rows";
import { ingest, untilIndexed } from "./scenarios";
import { startSystem } from "./system";
import { readsPerSecond } from "./throughput";

/** `npm run bench -- requests [calls]`: how many requests a fresh service answers, alone and with that many calls. */
export async function benchRequests(calls: number): Promise<void> {
  await ensureBuilt("service");
  const servers = await startModelServers();
  const system = await startSystem(servers.environment, "service");
  try {
    const reference = await openBareStatements(path.join(system.dataFolder, "socket"), PROJECT);
    const results = await gateway(system, servers);
    await ingest(toService(system), reference, calls);
    await untilIndexed(reference);
    results.push(await readsPerSecond(system, reference, calls));
    const postgres = await reference.version();
    await reference.close();
    printRun({ calls }, { node: process.versions.node, postgres }, results);
  } finally {
    await system.remove();
    await servers.stop();
  }
}
