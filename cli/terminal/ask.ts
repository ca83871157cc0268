import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { CommandError, EXIT, Stopped, usageError } from "../exit-status";

/** Asks on the terminal, with the questions on standard error; a secret is not shown while it is typed. */
export async function ask(
  question: string,
  { isSecret = false, signal }: { isSecret?: boolean; signal: AbortSignal },
): Promise<string> {
  if (!process.stdin.isTTY) throw usageError("There is no terminal to ask on; see `loupe login --help`.");
  const shown = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isSecret) process.stderr.write(chunk);
      done();
    },
  });
  // From now on the terminal itself shows nothing that is typed.
  const lines = createInterface({ input: process.stdin, output: shown, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      lines.once("line", resolve);
      lines.once("SIGINT", () => reject(new Stopped(EXIT.interrupted)));
      // After a line it is closed too.
      lines.once("close", () => reject(new CommandError("Nothing was entered.", EXIT.usage)));
      // A secret's question is not part of the line that is edited, nothing of which is written.
      if (isSecret) process.stderr.write(question);
      lines.setPrompt(isSecret ? "" : question);
      lines.prompt();
    });
  } finally {
    lines.close();
    if (isSecret) process.stderr.write("\n");
  }
}

/** The first line of standard input, which is not a terminal. */
export async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) {
    lines.close();
    return line;
  }
  return "";
}
