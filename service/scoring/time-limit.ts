import { isNativeError } from "node:util/types";
import { createContext, Script } from "node:vm";
import type { ScoreValue } from "@/lib/scorer/score";

/** Longest time that a pattern or a schema may take for one output, milliseconds. */
const SCORE_MS = 250;

const sandbox = { run: () => {} };
createContext(sandbox);
const script = new Script("run()");

/**
 * Returns what `run` returns, or a problem if that takes longer than 250 ms. JavaScript and regular expressions are
 * interrupted, also those of functions from outside the script. Nothing of it may run later: it is not asynchronous.
 */
export function withinTime(run: () => ScoreValue): ScoreValue {
  const scores: ScoreValue[] = [];
  sandbox.run = () => void scores.push(run());
  try {
    script.runInContext(sandbox, { timeout: SCORE_MS });
  } catch (error) {
    if (!isTimeout(error)) throw error;
  }
  return scores[0] ?? { problem: `Scoring took longer than ${SCORE_MS} ms` };
}

/** Its error has the class `Error` of the script's own globals. */
function isTimeout(error: unknown): boolean {
  return isNativeError(error) && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
