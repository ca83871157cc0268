import { readFileSync } from "node:fs";

const KIB_PER_MIB = 1024;
/** USER_HZ of Linux (proc(5), /proc/pid/stat). */
const MS_PER_TICK = 10;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

/** Resident memory of a process now, MiB. */
export function residentMib(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kib) / KIB_PER_MIB);
}

/** CPU time of processes since they began, in all their threads, milliseconds. */
export function cpuMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0);
}

function cpuMsOf(pid: number): number {
  // Its name, in brackets, may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * MS_PER_TICK;
}
