import { readArguments } from "./arguments";
import { COMMANDS, findCommand } from "./commands";
import type { Context } from "./context";
import { EXIT, Stopped } from "./exit-status";
import { commandHelp, groupHelp, overview, unknownCommand } from "./help";
import { Output } from "./terminal/output";

declare const LOUPE_VERSION: string | undefined;

/** Runs the command line with the arguments after the program's name; returns the exit status. */
export async function main(args: readonly string[]): Promise<number> {
  const controller = new AbortController();
  const stop = (reason: Stopped) => controller.abort(reason);
  const streamOptions = { environment: process.env, onClosed: stop };
  const context: Context = {
    out: new Output(process.stdout, streamOptions),
    notes: new Output(process.stderr, streamOptions),
    environment: process.env,
    signal: controller.signal,
    zone: new Intl.DateTimeFormat("en").resolvedOptions().timeZone,
  };
  const signals = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated } as const;
  const listeners = Object.entries(signals).map(([signal, status]) => {
    const listener = () => stop(new Stopped(status));
    process.once(signal, listener);
    return [signal, listener] as const;
  });
  try {
    return await dispatch(args, context);
  } catch (error) {
    const reason: unknown = controller.signal.aborted ? controller.signal.reason : error;
    if (reason instanceof Stopped) return reason.status;
    const { report } = await import("./report");
    const { status, text } = report(reason);
    await context.notes.text(`loupe: ${text}`).catch(() => undefined);
    return status;
  } finally {
    for (const [signal, listener] of listeners) process.removeListener(signal, listener);
  }
}

async function dispatch(args: readonly string[], context: Context): Promise<number> {
  const [first] = args;
  if (first === undefined || first === "help" || first === "--help" || first === "-h") {
    await context.out.raw(overview());
    return EXIT.done;
  }
  if (first === "--version" || first === "-V") {
    await context.out.line(typeof LOUPE_VERSION === "undefined" ? "unknown" : LOUPE_VERSION);
    return EXIT.done;
  }
  const found = findCommand(args);
  if (!found) {
    if (!COMMANDS.some(({ name }) => name.startsWith(`${first} `))) throw unknownCommand(first);
    const isAsked = args.includes("--help") || args.includes("-h");
    await (isAsked ? context.out : context.notes).raw(groupHelp(first));
    return isAsked ? EXIT.done : EXIT.usage;
  }
  const given = readArguments(found.command, found.rest);
  if (given.is("help")) {
    await context.out.raw(commandHelp(found.command));
    return EXIT.done;
  }
  const { run } = await found.command.load();
  return run(context, given);
}
