import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { removeSocketFolder } from "./socket-folder";

/** A running server, as its lock file describes it. */
export interface Postmaster {
  pid: number;
  socketFolder: string;
}

// No Linux process can have this id, which is above the kernel's PID_MAX_LIMIT.
const DEAD_PID = 99_999_999;
const POLL_MS = 10;

const lockFile = (cluster: string) => path.join(cluster, "postmaster.pid");

function readLockFile(cluster: string): Postmaster | undefined {
  if (!existsSync(lockFile(cluster))) return undefined;
  const lines = readFileSync(lockFile(cluster), "utf8").split("\n");
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, socketFolder: lines[4] ?? "" } : undefined;
}

/** The live server of a cluster folder (absolute, real path), or undefined. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const postmaster = readLockFile(cluster);
  return postmaster && isServerOf(postmaster.pid, cluster) ? postmaster : undefined;
}

/** Whether a process has this id; a zombie counts. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function isServerOf(pid: number, cluster: string): boolean {
  if (process.platform !== "linux") return isAlive(pid);
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(cluster);
  } catch {
    return false;
  }
}

/**
 * Removes what a killed server has left behind: its socket folder, and its process id. That id may now belong to
 * another process (usual after a container restart) or to a zombie, which PostgreSQL would mistake for a running
 * server.
 */
export function clearDeadPostmaster(cluster: string): void {
  const dead = readLockFile(cluster);
  if (!dead || isServerOf(dead.pid, cluster)) return;
  removeSocketFolder(path.dirname(cluster), dead.socketFolder);
  if (process.platform !== "linux") return;
  // The other lines stay: PostgreSQL needs them to find out whether an old backend still uses the shared memory.
  writeFileSync(lockFile(cluster), readFileSync(lockFile(cluster), "utf8").replace(/^\d+/, String(DEAD_PID)));
}

/**
 * Stops the server of a cluster folder and waits until it has ended: fast shutdown (sessions are ended, everything is
 * written), then immediate after 20 s. Does nothing if none is running.
 */
export async function stopPostmaster(cluster: string): Promise<void> {
  const postmaster = findPostmaster(cluster);
  if (!postmaster) return;
  for (const [signal, timeoutMs] of [
    ["SIGINT", 20_000],
    ["SIGQUIT", 5_000],
    ["SIGKILL", 5_000],
  ] as const) {
    sendSignal(postmaster.pid, signal);
    for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += POLL_MS) {
      if (!isServerOf(postmaster.pid, cluster)) {
        removeSocketFolder(path.dirname(cluster), postmaster.socketFolder);
        return;
      }
      await pause(POLL_MS);
    }
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}
