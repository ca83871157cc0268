import { setTimeout as pause } from "node:timers/promises";
import { clusterFolder } from "./cluster";
import { takeOwnership } from "./ownership";
import { findPostmaster, stopPostmaster } from "./postmaster";

const POLL_MS = 20;
const PATIENCE_MS = 1_000;

/**
 * Stops the embedded PostgreSQL of a data folder (absolute, real path) when its owner has died without doing so.
 * Leaves it alone when none runs, or when another process owns it.
 */
export async function stopAbandoned(dataFolder: string): Promise<void> {
  const cluster = clusterFolder(dataFolder);
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += POLL_MS) {
    const running = findPostmaster(cluster);
    if (!running) return;
    // The session of the dead owner lives until the server notices, so "taken" is tried again.
    const owner = await takeOwnership(running.socketFolder);
    if (typeof owner === "object") {
      await stopPostmaster(cluster);
      await owner.client.end().catch(() => undefined);
      return;
    }
    await pause(POLL_MS);
  }
}
