import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { StartError } from "@/service/store/start-error";
import { clusterFolder } from "./cluster";
import type { EmbeddedConnection } from "./ownership";
import { type EmbeddedDatabase, TakenError, startEmbedded } from "./start-embedded";

const RETRY_MS = 1_000;

/** The embedded PostgreSQL, started again whenever it ends without having been asked to. */
export interface KeptDatabase {
  /** Stays the same over every restart. */
  connection: EmbeddedConnection;
  /** Rejects when it cannot be kept any longer: another process owns the data folder now. */
  lost: Promise<never>;
  stop: () => Promise<void>;
}

/**
 * As `startEmbedded`, and keeps it running: after a crash, or once a full disk has room again, it is back by itself.
 * A database whose files are gone is waited for, never made anew.
 */
export async function keepEmbedded(dataFolder: string, log: (line: string) => void): Promise<KeptDatabase> {
  const stopping = new AbortController();
  let current: EmbeddedDatabase | undefined = await startEmbedded(dataFolder, log);
  const { connection } = current;

  const keep = async () => {
    while (!stopping.signal.aborted) {
      await current?.ended;
      if (stopping.signal.aborted) return;
      log("the database server ended, starting it again; its last words are in postgres.log");
      // What is left of its session and its files goes first.
      await current?.stop();
      current = await startAgain();
      if (current) log("the database server runs again");
    }
  };
  const startAgain = async () => {
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

  const kept = keep();
  const lost = kept.then(() => new Promise<never>(() => undefined));
  // Nobody may be listening yet.
  lost.catch(() => undefined);
  return {
    connection,
    lost,
    async stop() {
      stopping.abort();
      await current?.stop();
      await kept.catch(() => undefined);
      await current?.stop();
    },
  };
}
