import { execFile } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const KIB = 1024;

/** A process, distinct from a later one with the same id. */
export type ProcessIdentity = { pid: number; startedAt: string };

/**
 * The first line is an id; the others are its line of /proc, or without /proc the output of `ps -o lstart=`. Undefined
 * while the text is incomplete.
 */
export function readIdentity(text: string): ProcessIdentity | undefined {
  const [first = "", ...rest] = text.split("\n");
  const line = rest.join("\n").trim();
  const pid = Number(first);
  if (!Number.isInteger(pid) || pid <= 1 || line === "") return undefined;
  return { pid, startedAt: process.platform === "linux" ? (statFields(line)[START] ?? "") : line };
}

/** Whether the process exists and has not ended; a zombie has ended. */
export async function isRunning({ pid, startedAt }: ProcessIdentity): Promise<boolean> {
  try {
    if (process.platform !== "linux") {
      const { stdout } = await run("ps", ["-o", "lstart=", "-p", String(pid)]);
      return stdout.trim() === startedAt;
    }
    const fields = statFields(await readFile(`/proc/${pid}/stat`, "utf8"));
    return fields[START] === startedAt && fields[STATE] !== "Z";
  } catch {
    return false;
  }
}

/**
 * Resources of a group of processes: `peakBytes` is their current total, or the peak of one of them if that is more.
 */
export type GroupUse = { pids: number[]; peakBytes: number; cpuSeconds: number };

/** The processes of a group that have the entry in their environment; none without /proc. */
export async function groupUse(groupId: number, entry: string): Promise<GroupUse> {
  const pids: number[] = [];
  let cpuSeconds = 0;
  let heldBytes = 0;
  let largestBytes = 0;
  for (const name of process.platform === "linux" ? await readdir("/proc") : []) {
    if (!/^\d+$/.test(name)) continue;
    const fields = statFields(await readText(`/proc/${name}/stat`));
    if (Number(fields[GROUP]) !== groupId || fields[STATE] === "Z") continue;
    const environment = await readText(`/proc/${name}/environ`);
    if (!environment.split("\0").includes(entry)) continue;
    pids.push(Number(name));
    const status = await readText(`/proc/${name}/status`);
    heldBytes += bytesOf(status, "VmRSS");
    largestBytes = Math.max(largestBytes, bytesOf(status, "VmHWM"));
    cpuSeconds += CPU_TICKS.reduce((sum, field) => sum + Number(fields[field]), 0) / TICKS_PER_SECOND;
  }
  return { pids, peakBytes: Math.max(heldBytes, largestBytes), cpuSeconds };
}

function bytesOf(status: string, field: string): number {
  const [, kib] = new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(status) ?? [];
  return Number(kib ?? 0) * KIB;
}

/** Sends a signal; does nothing if there is no such process. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

// Fields after the name in brackets, which may contain anything (proc_pid_stat(5), from its third field on).
const STATE = 0;
const GROUP = 2;
/** Its own and those of its children that have ended. */
const CPU_TICKS = [11, 12, 13, 14];
const START = 19;
const TICKS_PER_SECOND = 100;

function statFields(line: string): string[] {
  return line.slice(line.lastIndexOf(")") + 2).split(" ");
}

async function readText(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => "");
}
