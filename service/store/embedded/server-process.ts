import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, statSync, truncateSync } from "node:fs";
import path from "node:path";
import { type Account, commandLine } from "./account";
import type { Binaries } from "./binaries";
import { clusterFolder, serverEnvironment } from "./cluster";
import { SOCKET_PORT } from "./socket-folder";

const MAX_LOG_BYTES = 4 * 1024 * 1024;

export type ServerSettings = Readonly<Record<string, string>>;

/** Settings for a laptop: little memory, durable writes, no TCP port, and no row contents in the log. */
const LAPTOP: ServerSettings = {
  listen_addresses: "",
  shared_buffers: "128MB",
  work_mem: "16MB",
  maintenance_work_mem: "128MB",
  max_connections: "100",
  // New tables of a laptop grow from nothing to much within the default minute.
  autovacuum_naptime: "10s",
  fsync: "on",
  synchronous_commit: "on",
  wal_compression: "pglz",
  max_wal_size: "2GB",
  random_page_cost: "1.1",
  jit: "off",
  log_min_messages: "log",
  log_checkpoints: "off",
  log_autovacuum_min_duration: "-1",
};

/** The server that this process started, until it is ready or has failed. */
export interface ServerProcess {
  child: ChildProcess;
  /** Why it ended, from PostgreSQL's log. */
  reason(): string;
}

/** Starts PostgreSQL in its own process group (so that Ctrl-C does not reach it), logging to `postgres.log`. */
export function spawnServer(
  dataFolder: string,
  socketFolder: string,
  binaries: Binaries,
  account: Account,
  overrides: ServerSettings = {},
): ServerProcess {
  const settings = { ...LAPTOP, ...overrides, unix_socket_directories: socketFolder, port: String(SOCKET_PORT) };
  const args = ["-D", clusterFolder(dataFolder)];
  for (const [name, value] of Object.entries(settings)) args.push("-c", `${name}=${value}`);
  const logFile = path.join(dataFolder, "postgres.log");
  boundLog(logFile);
  const log = openSync(logFile, "a", 0o600);
  const startOfLog = statSync(logFile).size;
  const child = spawn(...commandLine(account, binaries.postgres, args), {
    ...account.ids,
    cwd: "/",
    env: serverEnvironment,
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  child.unref();
  return { child, reason: () => lastWords(readFileSync(logFile).subarray(startOfLog).toString()) ?? logFile };
}

function lastWords(log: string): string | undefined {
  const lines = log.split("\n").filter((line) => line.trim() !== "");
  const fatal = lines.findLast((line) => /\b(FATAL|PANIC):/.test(line)) ?? lines.at(-1);
  return fatal?.replace(/^.*?\b(FATAL|PANIC):\s*/, "");
}

/** Empties the log once it is large. Safe while the server writes: it appends. */
export function boundLog(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_LOG_BYTES) truncateSync(logFile);
}
