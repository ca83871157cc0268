import { readFileSync } from "node:fs";

const LOOK_EVERY_MS = 300;

/**
 * Sends this process SIGTERM when npm, or the shell that npm put between itself and us, has ended. npm passes SIGTERM
 * to that shell only, which dies without passing it on; and a killed npm passes on nothing. Does nothing outside of npm.
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

/** Only Linux tells without running a program; elsewhere a killed npm is noticed once its shell ends. */
function parentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ")[1];
  } catch {
    return undefined;
  }
}
