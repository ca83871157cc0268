import { type Started, start } from "./started";

/** The built command line, without what starts it from a package. */
const RUN = `import("./dist/cli.mjs")
  .then(({ main }) => main(process.argv.slice(1)))
  .then((status) => { process.exitCode = status; });`;
const COMMAND = [process.execPath, "-e", RUN, "--"];

/** For tests: the program and arguments that run `loupe` with these. */
export function commandLine(args: readonly string[]): string[] {
  return [...COMMAND, ...args];
}

/** For tests: `loupe` as a process of its own whose output is read through pipes. */
export function startCommandLine(args: readonly string[], environment: Record<string, string>): Started {
  return start(commandLine(args), environment);
}

/** For tests: the same on a terminal; what is typed is written to its standard input. Linux only. */
export function commandOnTerminal(args: readonly string[]): string[] {
  const line = commandLine(args)
    .map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`)
    .join(" ");
  return ["script", "--quiet", "--return", "--command", line, "/dev/null"];
}

export interface Finished {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** For tests: `loupe` until it ends. */
export async function runCommandLine(args: readonly string[], environment: Record<string, string>): Promise<Finished> {
  const started = startCommandLine(args, environment);
  const status = await started.exited;
  return { status, stdout: started.stdout, stderr: started.stderr };
}
