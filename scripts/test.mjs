// npm test: installs and builds what is stale, runs the unit and service tests, then the browser tests.
// Ends with one line that sums both: "N passed, N failed". A test that did not run counts as failed.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { ensureBuilt } from "./start/build.mjs";
import { ensureInstalled } from "./start/install.mjs";
import { checkNode } from "./start/node-version.mjs";

const RESULTS = "test-results";

checkNode();
process.chdir(path.resolve(import.meta.dirname, ".."));
await ensureInstalled();
const { ensureBrowser } = await import("./browser.mjs");
ensureBrowser();
await ensureBuilt("all");
mkdirSync(RESULTS, { recursive: true });

const unit = runTests(
  ["node_modules/vitest/vitest.mjs", "run", "--reporter=default", "--reporter=json"],
  `${RESULTS}/unit.json`,
  (file) => ["--outputFile.json", file],
  ({ numPassedTests, numTotalTests, numFailedTestSuites, success }) => ({
    passed: numPassedTests,
    // A file that fails to load has no tests to count.
    failed: numTotalTests - numPassedTests || (success ? 0 : Math.max(1, numFailedTestSuites)),
  }),
);
const browser = runTests(
  ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"],
  `${RESULTS}/browser.json`,
  () => [],
  ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
  }),
);

const failed = unit.failed + browser.failed;
console.log(`${unit.passed + browser.passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Runs one runner and counts from the report it leaves; a runner that fails without saying where counts as one. */
function runTests(args, report, reportArgs, count) {
  rmSync(report, { force: true });
  const { status } = spawnSync(process.execPath, [...args, ...reportArgs(report)], {
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "test", PLAYWRIGHT_JSON_OUTPUT_FILE: path.resolve(report) },
  });
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { passed, failed } = count(JSON.parse(readFileSync(report, "utf8")));
  return { passed, failed: status === 0 ? failed : Math.max(1, failed) };
}
