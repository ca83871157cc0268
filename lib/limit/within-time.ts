import { isNativeError } from "node:util/types";
import { createContext, Script } from "node:vm";

const sandbox = { run: () => {} };
createContext(sandbox);
const script = new Script("run()");

/**
 * Returns what `run` returns, or undefined if that takes longer. JavaScript and regular expressions are interrupted, also
 * those of functions from outside the script. Nothing of it may run later: it is not asynchronous.
 */
export function withinTime<Result>(limitMs: number, run: () => Result): { result: Result } | undefined {
  const results: { result: Result }[] = [];
  sandbox.run = () => void results.push({ result: run() });
  try {
    script.runInContext(sandbox, { timeout: limitMs });
  } catch (error) {
    if (!isTimeout(error)) throw error;
  }
  return results[0];
}

/** Its error has the class `Error` of the script's own globals. */
function isTimeout(error: unknown): boolean {
  return isNativeError(error) && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
