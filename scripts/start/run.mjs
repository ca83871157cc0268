import { spawn } from "node:child_process";
import { fail } from "./fail.mjs";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs a program and waits for it; a failure, or a request to stop in the meantime, ends this process. The output of a
 * quiet one is shown only if it fails.
 */
export async function run(label, [command, args], { quiet = false, env = {} } = {}) {
  console.log(`loupe: ${label}`);
  const child = spawn(command, args, {
    stdio: ["ignore", quiet ? "pipe" : "inherit", quiet ? "pipe" : "inherit"],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env },
  });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => said.push(chunk));
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    child.kill("SIGTERM");
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  const outcome = await new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(signal ?? code));
  });
  for (const signal of SIGNALS) process.off(signal, stop);
  if (isStopped) process.exit(0);
  if (outcome === 0) return;
  process.stderr.write(Buffer.concat(said));
  fail(`${label}: failed (${typeof outcome === "number" ? `exit code ${outcome}` : outcome})`);
}

/** Command and arguments that run npm, even if it is a script that only a shell can start. */
export function npm(...args) {
  const script = process.env.npm_execpath;
  return script?.endsWith(".js") ? [process.execPath, [script, ...args]] : ["npm", args];
}
