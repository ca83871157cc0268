import cluster from "node:cluster";
import { readServiceConfig } from "./config";
import { ChildError } from "./child-error";
import { StartError } from "@/service/store/start-error";

/** Filled in by the build. */
declare const LOUPE_VERSION: string;

/** From a terminal, these reach every process; the first one then stops the others in order. */
const TERMINAL_SIGNALS = ["SIGINT", "SIGHUP"];

async function main(): Promise<void> {
  const config = readServiceConfig(process.env);
  const isFirst = cluster.isPrimary;
  const stopAsked = new Promise<void>((resolve, reject) => {
    process.on("SIGTERM", () => resolve());
    for (const signal of TERMINAL_SIGNALS) process.on(signal, () => isFirst && resolve());
    // The parent process has the other end of the channel, which closes however that process ends.
    if (isFirst) process.on("disconnect", () => resolve()).channel?.unref();
    // After an unexpected error the database still has time to close.
    process.on("uncaughtException", reject);
  });
  const run = isFirst ? (await import("./supervisor")).supervise : (await import("./worker")).work;
  await run(config, LOUPE_VERSION, stopAsked);
}

try {
  await main();
  process.exit(0);
} catch (error) {
  if (!(error instanceof ChildError)) console.error(error instanceof StartError ? `loupe: ${error.message}` : error);
  process.exit(1);
}
