import { spawnSync } from "node:child_process";
import { fail } from "./fail.mjs";

/** Runs a program in the foreground; a failure ends this process. What a quiet one says is shown when it fails. */
export function run(label, [command, args], { quiet = false, env = {} } = {}) {
  console.log(`loupe: ${label}`);
  const { status, signal, error, stdout, stderr } = spawnSync(command, args, {
    stdio: ["ignore", quiet ? "pipe" : "inherit", quiet ? "pipe" : "inherit"],
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env },
  });
  if (status === 0) return;
  if (quiet) console.error(`${stdout ?? ""}${stderr ?? ""}`);
  fail(`${label}: failed (${error?.message ?? signal ?? `status ${status}`})`);
}

/** Command and arguments that run npm, also where it is a script that only a shell would start. */
export function npm(...args) {
  const script = process.env.npm_execpath;
  return script?.endsWith(".js") ? [process.execPath, [script, ...args]] : ["npm", args];
}
