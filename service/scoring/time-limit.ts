import { withinTime as limited } from "@/lib/limit/within-time";
import type { ScoreValue } from "@/lib/scorer/score";

/** Longest time that a pattern or a schema may take for one output, milliseconds. */
const SCORE_MS = 250;

/** Returns what `run` returns, or a problem if that takes longer than 250 ms. */
export function withinTime(run: () => ScoreValue): ScoreValue {
  return limited(SCORE_MS, run)?.result ?? { problem: `Scoring took longer than ${SCORE_MS} ms` };
}
