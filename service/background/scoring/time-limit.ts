import type { SlowOnes } from "@/lib/limit/slow-ones";
import { withinTime as limited } from "@/lib/limit/within-time";
import type { ScoreValue, WithinTime } from "@/lib/scorer/score";

/** Longest time that a pattern or a schema may take for one output, and one that took too long before, milliseconds. */
const SCORE_MS = 250;
const WARY_SCORE_MS = 25;

/** The refs of scorers that took too long recently. */
export type SlowScorers = SlowOnes<string>;

/** Limits the time of a version of a scorer: it returns what `run` returns, or a problem if that takes longer. */
export function limitOf(scorerRef: string, slow: SlowScorers): WithinTime {
  return (run): ScoreValue => {
    const limitMs = slow.has(scorerRef) ? WARY_SCORE_MS : SCORE_MS;
    const ended = limited(limitMs, run);
    if (ended) return ended.result;
    slow.add(scorerRef);
    return { problem: `Scoring took longer than ${limitMs} ms` };
  };
}
