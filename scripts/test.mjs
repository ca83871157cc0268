// npm test: installs and builds what is stale, runs the unit and service tests, those of the store and the routes once
// more on a PostgreSQL server of the system with two replicas, then the browser tests.
// Ends with one line that sums all: "N passed, N failed". A test that did not run counts as failed.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { ensureBuilt } from "./start/build.mjs";
import { ensureInstalled } from "./start/install.mjs";
import { startPostgres } from "./postgres-server.mjs";
import { checkNode } from "./start/node-version.mjs";

const RESULTS = "test-results";
/** Set by `.ci/run`: there a test that cannot run is one that failed. */
const isCi = process.env.LOUPE_CI === "1";

checkNode();
process.chdir(path.resolve(import.meta.dirname, ".."));
await ensureInstalled();
const { ensureBrowser } = await import("./browser.mjs");
ensureBrowser();
await ensureBuilt("all");
mkdirSync(RESULTS, { recursive: true });

const unit = runUnitTests(["--project", "together"], "unit", {});
const alone = runUnitTests(["--project", "alone"], "alone", {});
const server = await runOnServer();
const browser = runTests(
  ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"],
  `${RESULTS}/browser.json`,
  () => [],
  ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
  }),
);

const groups = [unit, alone, server, browser];
const failed = groups.reduce((sum, group) => sum + group.failed, 0);
console.log(`${groups.reduce((sum, group) => sum + group.passed, 0)} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** What a server has that the embedded one has not: another version, TCP, and more than one service on it. */
async function runOnServer() {
  const postgres = await startPostgres();
  if (!postgres) {
    console.log(`loupe: no PostgreSQL server is installed: its tests are ${isCi ? "failed" : "left out"}`);
    return { passed: 0, failed: isCi ? 1 : 0 };
  }
  try {
    const folders = [
      "--project",
      "together",
      "service/store",
      "service/routes",
      "--exclude",
      "service/store/embedded/**",
    ];
    return runUnitTests(folders, "server", { TEST_DATABASE_URL: postgres.url, TEST_REPLICAS: "2" });
  } finally {
    await postgres.stop();
  }
}

function runUnitTests(selection, name, env) {
  return runTests(
    ["node_modules/vitest/vitest.mjs", "run", "--reporter=default", "--reporter=json", ...selection],
    `${RESULTS}/${name}.json`,
    (file) => ["--outputFile.json", file],
    ({ numPassedTests, numTotalTests, numFailedTestSuites, success }) => ({
      passed: numPassedTests,
      // A file that fails to load has no tests to count.
      failed: numTotalTests - numPassedTests || (success ? 0 : Math.max(1, numFailedTestSuites)),
    }),
    env,
  );
}

/** Runs one runner and counts from the report it leaves; a runner that fails without saying where counts as one. */
function runTests(args, report, reportArgs, count, env = {}) {
  rmSync(report, { force: true });
  const { status } = spawnSync(process.execPath, [...args, ...reportArgs(report)], {
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "test", PLAYWRIGHT_JSON_OUTPUT_FILE: path.resolve(report), ...env },
  });
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { passed, failed } = count(JSON.parse(readFileSync(report, "utf8")));
  return { passed, failed: status === 0 ? failed : Math.max(1, failed) };
}
