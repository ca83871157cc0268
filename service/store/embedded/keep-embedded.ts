import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { StartError } from "@/service/store/start-error";
import { clusterFolder } from "./cluster";
import type { EmbeddedConnection } from "./ownership";
import { type EmbeddedDatabase, TakenError, startEmbedded } from "./start-embedded";

const RETRY_MS = 1_000;

/** The embedded PostgreSQL, restarted whenever it ends unexpectedly. */
export interface KeptDatabase {
  /** Stays the same across restarts. */
  connection: EmbeddedConnection;
  /** Rejects when it cannot be kept running: another process owns the data folder now. */
  lost: Promise<never>;
  stop: () => Promise<void>;
}

/**
 * Like `startEmbedded`, and keeps it running: restarts it after a crash, or once a full disk has free space again. If
 * the files of the database are missing it waits for them, and never creates new ones.
 */
export async function keepEmbedded(dataFolder: string, log: (line: string) => void): Promise<KeptDatabase> {
  const stopping = new AbortController();
  let current: EmbeddedDatabase | undefined = await startEmbedded(dataFolder, log);
  const { connection } = current;

  const keep = async () => {
    while (!stopping.signal.aborted) {
      await current?.ended;
      if (stopping.signal.aborted) return;
      log("the database server exited unexpectedly and is being restarted; see postgres.log for the reason");
      // First cleans up its session and files.
      await current?.stop();
      current = await restart();
      if (current) log("the database server has restarted");
    }
  };
  const restart = async () => {
    for (; !stopping.signal.aborted; await pause(RETRY_MS)) {
      try {
        if (existsSync(path.join(clusterFolder(dataFolder), "PG_VERSION")))
          return await startEmbedded(dataFolder, log, { socketFolder: connection.host });
      } catch (error) {
        if (error instanceof TakenError || !(error instanceof StartError)) throw error;
      }
    }
    return undefined;
  };

  const supervision = keep();
  const lost = supervision.then(() => new Promise<never>(() => undefined));
  // The caller may not have attached a handler yet.
  lost.catch(() => undefined);
  return {
    connection,
    lost,
    async stop() {
      stopping.abort();
      await current?.stop();
      await supervision.catch(() => undefined);
      await current?.stop();
    },
  };
}
