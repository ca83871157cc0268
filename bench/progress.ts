import { formatDuration } from "@/lib/format/duration";

const STEPS = 10;
const REPORT_EVERY_MS = 30_000;
const MS_PER_SECOND = 1000;

/**
 * Reports progress, speed and the time left on stderr, next to the results on stdout: ten times, and more often if that
 * takes longer than half a minute. `before` of the total were done earlier and do not count for the speed.
 */
export function progressOf(what: string, total: number, before = 0): (done: number) => void {
  const began = performance.now();
  let [reported, reportedAt] = [before, began];
  return (done) => {
    const now = performance.now();
    if (done < total && done - reported < total / STEPS && now - reportedAt < REPORT_EVERY_MS) return;
    [reported, reportedAt] = [done, now];
    const perMs = (done - before) / (now - began);
    const left = done < total && perMs > 0 ? `, ${formatDuration((total - done) / perMs)} left` : "";
    console.error(`${what}: ${shown(done)} of ${shown(total)}, ${shown(Math.round(perMs * MS_PER_SECOND))}/s${left}`);
  };
}

function shown(count: number): string {
  return count.toLocaleString("en-US");
}
