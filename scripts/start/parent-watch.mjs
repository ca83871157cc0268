import { readFileSync } from "node:fs";

const LOOK_EVERY_MS = 300;

/**
 * Sends this process SIGTERM when npm, or the shell that npm started between itself and this process, has ended. npm
 * passes SIGTERM only to that shell, which dies without passing it on; and a killed npm passes on nothing. Does nothing
 * without npm.
 */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === "win32") return;
  const parent = process.ppid;
  const grandparent = parentOf(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && parentOf(parent) === grandparent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, LOOK_EVERY_MS).unref();
}

/** Only Linux reports this without running a program; elsewhere a killed npm is noticed once its shell ends. */
function parentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ")[1];
  } catch {
    return undefined;
  }
}
