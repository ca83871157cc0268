import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { StartError } from "@/service/store/start-error";
import { chooseAccount } from "./account";
import { findBinaries } from "./binaries";
import { clusterFolder, ensureCluster } from "./cluster";
import { prepareDataFolder } from "./data-folder";
import { type EmbeddedConnection, type Ownership, connectionTo, takeOwnership } from "./ownership";
import { clearDeadPostmaster, findPostmaster, stopPostmaster } from "./postmaster";
import { type ServerProcess, type ServerSettings, boundLog, spawnServer } from "./server-process";
import { createSocketFolder } from "./socket-folder";

/** The one database of the embedded server. */
export const DATABASE = "loupe";
const POLL_MS = 15;
// The session of a killed owner exists until the server notices.
const OWNER_TIMEOUT_MS = 1_000;
const ANSWER_TIMEOUT_MS = 30_000;
// A killed server leaves backends behind, which end themselves within moments.
const LEFTOVERS = /pre-existing shared memory block|lock file .* already exists/;
const LOG_CHECK_MS = 10 * 60_000;

/** The embedded PostgreSQL, owned by this process. */
export interface EmbeddedDatabase {
  connection: EmbeddedConnection;
  /** True if the server was already running, left by a killed owner. */
  adopted: boolean;
  /** Settles when the server has ended, stopped or crashed. */
  ended: Promise<void>;
  /** Writes everything, ends every session and stops the server; settles when its process has ended. */
  stop: () => Promise<void>;
}

export interface EmbeddedOptions {
  /** PostgreSQL settings that replace ours. */
  settings?: ServerSettings;
  /** Folder of its previous socket, so that existing connection settings stay valid. */
  socketFolder?: string;
}

/** The data folder belongs to another process. */
export class TakenError extends StartError {}

/**
 * Starts PostgreSQL on `<dataFolder>/postgres`, or becomes the owner of a running one without an owner, and makes sure
 * that the database exists. `log` gets one line for each step that takes noticeable time.
 *
 * Exactly one process owns a data folder: it holds an advisory lock in the server for as long as it runs. Throws
 * `StartError`: no binaries for this platform, folder not writable, another owner, server does not start.
 */
export async function startEmbedded(
  dataFolder: string,
  log: (line: string) => void,
  options: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const folder = prepareDataFolder(dataFolder);
  const cluster = clusterFolder(folder);
  const { owner, socketFolder, spawned } = await startOrAdopt(folder, log, options);
  await createDatabase(owner);
  const logCheck = setInterval(() => boundLog(path.join(folder, "postgres.log")), LOG_CHECK_MS).unref();
  return {
    connection: connectionTo(socketFolder, DATABASE),
    adopted: !spawned,
    ended: owner.ended,
    async stop() {
      clearInterval(logCheck);
      await stopPostmaster(cluster);
      await owner.client.end().catch(() => undefined);
    },
  };
}

async function startOrAdopt(
  folder: string,
  log: (line: string) => void,
  options: EmbeddedOptions,
): Promise<{ owner: Ownership; socketFolder: string; spawned: boolean }> {
  const cluster = clusterFolder(folder);
  const answering = new Deadline(ANSWER_TIMEOUT_MS);
  const released = new Deadline(OWNER_TIMEOUT_MS);
  let spawned: ServerProcess | undefined;
  for (; ; await pause(POLL_MS)) {
    const running = findPostmaster(cluster);
    if (!running) {
      if (spawned && !hasEnded(spawned)) continue;
      if (spawned && (!LEFTOVERS.test(spawned.reason()) || answering.hasPassed()))
        throw new StartError(`LOUPE_DATA_DIR: PostgreSQL did not start in ${folder}: ${spawned.reason()}`);
      spawned = await spawnOn(folder, options);
      continue;
    }
    const isOurs = spawned?.child.pid === running.pid;
    const owner = running.socketFolder === "" ? "starting" : await takeOwnership(running.socketFolder);
    if (typeof owner === "object") {
      if (!isOurs) log(`using the PostgreSQL server left running by an earlier start (process ${running.pid})`);
      return { owner, socketFolder: running.socketFolder, spawned: isOurs };
    }
    if (owner === "starting") released.restart();
    else if (released.hasPassed()) throw new TakenError(takenMessage(folder));
    // A server that we started may take long, because after a crash it first replays its log.
    if (!isOurs && answering.hasPassed()) throw new StartError(silentMessage(folder, running.pid));
  }
}

/** A timeout that can be restarted. */
class Deadline {
  #since = performance.now();

  constructor(readonly timeoutMs: number) {}

  restart(): void {
    this.#since = performance.now();
  }

  hasPassed(): boolean {
    return performance.now() - this.#since > this.timeoutMs;
  }
}

const takenMessage = (folder: string) =>
  `LOUPE_DATA_DIR: another Loupe instance is already running in ${folder}; stop it, or set LOUPE_DATA_DIR to another folder`;
const silentMessage = (folder: string, pid: number) =>
  `LOUPE_DATA_DIR: a PostgreSQL server (process ${pid}) is running in ${folder} but does not respond; stop it with: kill -INT ${pid}`;

const hasEnded = ({ child }: ServerProcess) => child.exitCode !== null || child.signalCode !== null;

async function spawnOn(folder: string, { settings, socketFolder }: EmbeddedOptions): Promise<ServerProcess> {
  const binaries = await findBinaries();
  const account = chooseAccount(binaries);
  await ensureCluster(folder, binaries, account);
  clearDeadPostmaster(clusterFolder(folder));
  const sockets = createSocketFolder(folder, account.owner, socketFolder);
  return spawnServer(folder, sockets, binaries, account, settings);
}

async function createDatabase({ client }: Ownership): Promise<void> {
  const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
  if (rowCount === 0) await client.query(`create database ${DATABASE}`);
}
