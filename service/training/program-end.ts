import { constants } from "node:os";
import { NO_PROGRAM } from "./launcher";
import type { RunnerEnd } from "./runner";

/** How shells say that a signal ended a program: this and its number. */
const BY_SIGNAL = 128;

type ProgramEnd = {
  /** What the launcher noted; absent where it did not live to see the end. */
  exit: string | undefined;
  wasStopped: boolean;
  /** The bound on its output, where it went beyond. */
  isTooMuch: number | undefined;
  /** End of its standard error. */
  log: string;
  program: string;
};

/** How a program ended, in words. */
export function programEnd({ exit, wasStopped, isTooMuch, log, program }: ProgramEnd): RunnerEnd {
  const failed = (reason: string, more: { exit_code?: number; signal?: string } = {}): RunnerEnd => ({
    status: wasStopped ? "cancelled" : "failed",
    failure: { reason, ...more, ...(log !== "" && { log }) },
  });
  if (isTooMuch !== undefined) return failed(`It wrote more than ${isTooMuch / 2 ** 30} GiB to its output`);
  if (exit === undefined)
    return wasStopped
      ? failed("It was ended after it had been asked to stop", { signal: "SIGKILL" })
      : failed("The program is gone without having ended: it was killed, or the machine was started anew");
  if (exit === NO_PROGRAM) return failed(`There is no program ${JSON.stringify(program)} that could be run`);
  const code = Number(exit);
  if (code === 0) return { status: "succeeded" };
  const signal = signalOf(code - BY_SIGNAL);
  if (signal === undefined) return failed(`The program ended with status ${code}`, { exit_code: code });
  const guess = signal === "SIGKILL" && !wasStopped ? ", as happens where memory runs out" : "";
  return failed(`The program was ended by ${signal}${guess}`, { signal });
}

function signalOf(number: number): string | undefined {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
}
