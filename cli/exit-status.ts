/** The exit statuses of the command line, as docs/command-line.md lists them. */
export const EXIT = {
  done: 0,
  /** What was asked for does not exist, or an experiment misses a threshold. */
  failed: 1,
  /** A command, an option, a filter or another value that is not valid. */
  usage: 2,
  /** The service cannot be reached, does not accept the key, or failed. */
  service: 3,
  /** 128 and the number of the signal, as shells have it. */
  interrupted: 130,
  terminated: 143,
} as const;

/** The error of a command that cannot be carried out, in one sentence that says what to do. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly status: number;

  constructor(message: string, status: number = EXIT.failed) {
    super(message);
    this.status = status;
  }
}

/** An error in what was typed. */
export function usageError(message: string): CommandError {
  return new CommandError(message, EXIT.usage);
}

/** Why the command ends early: a signal, or nobody reads its output any more. */
export class Stopped extends Error {
  override readonly name = "Stopped";
  readonly status: number;

  constructor(status: number) {
    super("stopped");
    this.status = status;
  }
}
