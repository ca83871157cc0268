import { constants } from "node:os";
import { NO_PROGRAM } from "./launcher";
import type { RunnerEnd } from "./runner";

/** Shells report a program that was ended by a signal as this plus the number of the signal. */
const BY_SIGNAL = 128;

type ProgramEnd = {
  /** Exit code as the launcher wrote it; absent if the launcher itself was killed. */
  exit: string | undefined;
  wasStopped: boolean;
  /** The limit on its output, if it was exceeded. */
  outputLimit: number | undefined;
  /** Last lines of its standard error. */
  log: string;
  program: string;
};

/** How a program ended, with the reason. */
export function programEnd({ exit, wasStopped, outputLimit, log, program }: ProgramEnd): RunnerEnd {
  const failed = (reason: string, more: { exit_code?: number; signal?: string } = {}): RunnerEnd => ({
    status: wasStopped ? "cancelled" : "failed",
    failure: { reason, ...more, ...(log !== "" && { log }) },
  });
  if (outputLimit !== undefined) return failed(`The program wrote more than ${outputLimit / 2 ** 30} GiB of output`);
  if (exit === undefined)
    return wasStopped
      ? failed("The program was killed because it did not stop when asked to", { signal: "SIGKILL" })
      : failed("The program ended without an exit code: it was killed, or the machine was restarted");
  if (exit === NO_PROGRAM) return failed(`The program ${JSON.stringify(program)} was not found or is not executable`);
  const code = Number(exit);
  if (code === 0) return { status: "succeeded" };
  const signal = signalOf(code - BY_SIGNAL);
  if (signal === undefined) return failed(`The program exited with code ${code}`, { exit_code: code });
  const guess = signal === "SIGKILL" && !wasStopped ? ", possibly because memory ran out" : "";
  return failed(`The program was terminated by ${signal}${guess}`, { signal });
}

function signalOf(number: number): string | undefined {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
}
