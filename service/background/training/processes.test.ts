import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { JOB_FILES, LAUNCHER, readTimes } from "./launcher";
import { groupUse, isRunning, readIdentity } from "./processes";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "loupe-launcher-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (file: keyof typeof JOB_FILES) => readFileSync(path.join(folder, JOB_FILES[file]), "utf8");

function launch(...command: string[]) {
  return spawn("/bin/sh", ["-c", LAUNCHER, "sh", folder, ...command], {
    detached: true,
    stdio: "ignore",
    env: { ...process.env, LOUPE_JOB_ID: folder },
  });
}

test("of many that are started for one job at once, one runs it", async () => {
  const launchers = Array.from({ length: 16 }, () => launch("sh", "-c", 'echo ran >> "$0/ran"', folder));
  await Promise.all(launchers.map((launcher) => once(launcher, "exit")));
  expect(readFileSync(path.join(folder, "ran"), "utf8")).toBe("ran\n");
  expect(read("exit")).toBe("0\n");
});

test("its files are its owner's alone, those of the program as they would be", async () => {
  const mask = process.umask();
  await once(launch("touch", path.join(folder, "weights")), "exit");
  const modes = ["stdout", "stderr", "exit", "begun", "weights"].map(
    (name) => statSync(path.join(folder, name)).mode & 0o777,
  );
  expect(modes).toEqual([0o600, 0o600, 0o600, 0o600, 0o666 & ~mask]);
});

test("its identity leads to its process while it runs, and never to another with the same id", async () => {
  const launcher = launch("sh", "-c", 'while [ ! -e "$0/go" ]; do sleep 0.01; done; echo "$1"', folder, "it's  so");
  await vi.waitFor(() => expect(existsSync(path.join(folder, JOB_FILES.begun))).toBe(true), 30_000);
  const identity = readIdentity(read("begun"));
  if (!identity) throw new Error("nothing was said");
  expect(identity.pid).toBe(launcher.pid);
  expect(await isRunning(identity)).toBe(true);
  expect(await isRunning({ ...identity, startedAt: "1" })).toBe(false);
  await vi.waitFor(
    async () => expect((await groupUse(identity.pid, `LOUPE_JOB_ID=${folder}`)).pids.length).toBeGreaterThan(1),
    30_000,
  );
  expect((await groupUse(identity.pid, "LOUPE_JOB_ID=another")).pids).toEqual([]);
  spawn("touch", [path.join(folder, "go")]);
  await once(launcher, "exit");
  expect(await isRunning(identity)).toBe(false);
  expect(read("stdout")).toBe("it's  so\n");
  expect(readTimes(read("times"))).toBeGreaterThanOrEqual(0);
});

describe("what is no whole word of a process", () => {
  test.each(["", "123", "123\n", "x\ny z", "1\n1 (init) S 0 1 1"])("%j", (text) => {
    expect(readIdentity(text)).toBeUndefined();
  });
});

test.each([
  ["0m0.00s 0m0.00s\n0m1.50s 0m0.25s\n", 1.75],
  ["0m0.000s 0m0.000s\n2m1,500s 0m0,250s\n", 121.75],
  ["", undefined],
])("the times %j are %d s", (text, seconds) => expect(readTimes(text)).toBe(seconds));
