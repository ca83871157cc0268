import { spawnSync } from "node:child_process";
import { fail } from "./fail.mjs";

/** Runs a program in the foreground; a failure ends this process. */
export function run(label, command, args, env = {}) {
  console.log(`loupe: ${label}`);
  const { status, signal, error } = spawnSync(command, args, {
    stdio: "inherit",
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env },
  });
  if (status !== 0) fail(`${label}: failed (${error?.message ?? signal ?? `status ${status}`})`);
}

/** Command and arguments that run npm, also where it is a script that only a shell would start. */
export function npm(...args) {
  const script = process.env.npm_execpath;
  return script?.endsWith(".js") ? [process.execPath, [script, ...args]] : ["npm", args];
}
