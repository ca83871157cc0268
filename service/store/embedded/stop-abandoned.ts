import { setTimeout as pause } from "node:timers/promises";
import { clusterFolder } from "./cluster";
import { takeOwnership } from "./ownership";
import { findPostmaster, stopPostmaster } from "./postmaster";

const POLL_MS = 20;
const EXIT_WITHIN_MS = 1_000;

/**
 * Stops the embedded PostgreSQL of a data folder (absolute, real path) if its owner died without doing so. Does nothing
 * if none is running, or if another process owns it.
 */
export async function stopAbandoned(dataFolder: string): Promise<void> {
  const cluster = clusterFolder(dataFolder);
  for (let waitedMs = 0; waitedMs < EXIT_WITHIN_MS; waitedMs += POLL_MS) {
    const running = findPostmaster(cluster);
    if (!running) return;
    // The session of the dead owner exists until the server notices, so "taken" is retried.
    const owner = await takeOwnership(running.socketFolder);
    if (typeof owner === "object") {
      await stopPostmaster(cluster);
      await owner.client.end().catch(() => undefined);
      return;
    }
    await pause(POLL_MS);
  }
}
