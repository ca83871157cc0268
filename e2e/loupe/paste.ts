import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
// Uses the packages of this repository. Those of Python are downloaded, as by a user.
const NPM = `#!/bin/sh
[ "$1" = install ] && ln -s "${path.resolve("node_modules")}" node_modules
exit 0
`;

/** Runs a text as if pasted into a shell in an empty folder; resolves when its last command has ended. */
export async function pasteIntoShell(pasted: string, environment: Record<string, string> = {}): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "loupe-paste-"));
  const [tools, empty] = [path.join(folder, "tools"), path.join(folder, "empty")];
  mkdirSync(tools);
  mkdirSync(empty);
  writeFileSync(path.join(tools, "npm"), NPM);
  chmodSync(path.join(tools, "npm"), 0o755);
  try {
    const env = { ...process.env, PATH: `${tools}:${process.env.PATH}`, ...environment };
    await run("sh", ["-e", "-c", pasted], { cwd: empty, env });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
