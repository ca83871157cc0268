// Runs the tests of a Python package, and says what passed and what failed.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { NOTHING_RAN, RESULTS, failure } from "./run-tests.mjs";

/** `python`: one in which the package and pytest are installed. A test that was left out counts as failed. */
export function runPytest({ name, python, folder }) {
  const report = path.resolve(RESULTS, `${name}.xml`);
  rmSync(report, { force: true });
  const startedMs = performance.now();
  const { status } = spawnSync(python, ["-m", "pytest", "-q", `--junitxml=${report}`], {
    cwd: folder,
    stdio: "inherit",
  });
  const seconds = (performance.now() - startedMs) / 1_000;
  if (!existsSync(report)) return { name, ...NOTHING_RAN, seconds };
  const text = readFileSync(report, "utf8");
  const count = (of) => Number(new RegExp(`<testsuite [^>]*\\b${of}="(\\d+)"`).exec(text)?.[1] ?? 0);
  const failed = count("failures") + count("errors") + count("skipped");
  const failures = [
    ...text.matchAll(/<testcase classname="([^"]*)" name="([^"]*)"[^>]*><(?:failure|error) message="([^"]*)"/g),
  ];
  return {
    name,
    passed: count("tests") - failed,
    failed: status === 0 ? failed : Math.max(1, failed),
    failures: failures.map(([, file = "", test = "", message]) => failure(`${folder}/${file}`, test, message)),
    flaky: [],
    seconds,
  };
}
