// For tests: a clock of their own for some processes, by libfaketime: the installed one, or Debian's package.
import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { installDebianPackage } from "../debian-package.mjs";

const LIBRARIES = "/usr/lib";
const FILE = "faketime/libfaketime.so.1";

/** Path of the library; undefined if there is none for this machine. */
export function findFakeTime() {
  if (process.platform !== "linux") return undefined;
  const find = () =>
    readdirSync(LIBRARIES)
      .map((name) => path.join(LIBRARIES, name, FILE))
      .find((file) => existsSync(file));
  const found = find();
  if (!found) installDebianPackage("libfaketime");
  return found ?? find();
}

/**
 * A clock for the processes that have `env` in their environment; `set("-1h")` sets it, by the difference to the
 * machine's, for all of them at once. As when a machine's clock is set, timers go on as before.
 */
export function startFakeClock() {
  const library = findFakeTime();
  if (!library) throw new Error("libfaketime is not installed");
  const folder = mkdtempSync(path.join(tmpdir(), "loupe-clock-"));
  // Processes of another user read it too.
  chmodSync(folder, 0o755);
  const file = path.join(folder, "offset");
  /** @param {string} offset */
  const set = (offset) => {
    // Nobody reads half a file.
    writeFileSync(`${file}.new`, `${offset}\n`);
    renameSync(`${file}.new`, file);
  };
  set("+0");
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      // Otherwise each process would see the change at another moment, as if it ran on another machine.
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      // A process that is killed would leave its lock locked.
      FAKETIME_DISABLE_SHM: "1",
    },
    set,
    remove: () => rmSync(folder, { recursive: true }),
  };
}
