import { readFileSync, readdirSync } from "node:fs";
import { residentMib } from "@/bench/process-use";
import { type Role, allProcessesOf } from "../../testing/started";

const KIB_PER_MIB = 1024;
const HOUR_MS = 3_600_000;

type Sample = { atMs: number; mib: number };

/** The memory over time of the processes that a service and its embedded database have now. */
export class MemoryWatch {
  readonly #processes: [role: Role, pid: number][];
  readonly #samples = new Map<string, Sample[]>();

  constructor(dataFolder: string) {
    // A session that has just been forked looks like PostgreSQL's own process.
    const found = allProcessesOf(dataFolder);
    const postgres = found.find(([role]) => role === "postgres");
    this.#processes = found.filter((one) => one[0] !== "postgres" || one === postgres);
  }

  /** Throws if a process of the service has ended. */
  sample(): void {
    const atMs = performance.now();
    for (const [role, pid] of this.#processes) {
      const mib = role === "postgres" ? privateMib(pid) : residentMib(pid);
      const name = `${role} ${pid}`;
      this.#samples.set(name, [...(this.#samples.get(name) ?? []), { atMs, mib }]);
    }
  }

  /** What each process had first and last, and how that grew by the least squares. */
  get growth(): string[] {
    return [...this.#samples].map(([name, samples]) => {
      const [first, last] = [samples[0]?.mib ?? Number.NaN, samples.at(-1)?.mib ?? Number.NaN];
      return `${name}: ${first.toFixed(0)} to ${last.toFixed(0)} MiB, ${(slopeOf(samples) * HOUR_MS).toFixed(1)} MiB/h`;
    });
  }
}

/** MiB per millisecond. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const atMs = mean(samples.map((sample) => sample.atMs));
  const mib = mean(samples.map((sample) => sample.mib));
  const covariance = mean(samples.map((sample) => (sample.atMs - atMs) * (sample.mib - mib)));
  return covariance / mean(samples.map((sample) => (sample.atMs - atMs) ** 2));
}

/** The memory of PostgreSQL's process and its sessions, without what they share. */
function privateMib(postmaster: number): number {
  const kib = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statusOf(name))
    .filter((status) => status.includes(`\nPid:\t${postmaster}\n`) || status.includes(`\nPPid:\t${postmaster}\n`))
    .reduce((sum, status) => sum + Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0), 0);
  return kib / KIB_PER_MIB;
}

function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    // It has ended.
    return "";
  }
}
