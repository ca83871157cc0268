// npm test: installs and builds what is out of date, runs the tests of the Vitest projects, those of the store again on
// the system's PostgreSQL server and on a Citus cluster, each with two replicas, those of replicas behind nginx, then the
// browser tests, with `LOUPE_TEST_PROXY=nginx` behind nginx. Ends with what failed, the duration of each group, and one line with the total: "N passed, N failed". A test that did not run counts
// as failed.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { startCluster } from "./citus-cluster.mjs";
import { ensureBuilt } from "./start/build.mjs";
import { ensureInstalled } from "./start/install.mjs";
import { shortFaults } from "./faults/short-faults.mjs";
import { ensureNginx } from "./nginx.mjs";
import { startPostgres } from "./postgres-server.mjs";
import { ensurePython } from "./python.mjs";
import { checkNode } from "./start/node-version.mjs";

const RESULTS = "test-results";
/** How much of a failure's reason is repeated at the end. */
const REASON_LINES = 12;
/** How much of the page in which a browser test failed is. */
const PAGE_LINES = 120;
const NOTHING_RAN = { passed: 0, failed: 1, failures: [], seconds: 0 };
/** Set by `.ci/run`: a test that cannot run then counts as failed. */
const isCi = process.env.LOUPE_CI === "1";

checkNode();
process.chdir(path.resolve(import.meta.dirname, ".."));
await ensureInstalled();
const { ensureBrowser } = await import("./browser.mjs");
ensureBrowser();
ensurePython();
await ensureBuilt("all");
mkdirSync(RESULTS, { recursive: true });

const groups = [
  runVitest("unit"),
  runVitest("database"),
  runVitest("programs"),
  runVitest("alone"),
  runFaults(),
  await runOnServer(),
  ...(await runOnCitus()),
  ...runBehindNginx(),
];
for (const { name, failures } of groups) for (const what of failures) console.log(`failed in ${name}: ${what}`);
for (const { name, passed, failed, seconds } of groups)
  console.log(
    `${name}: ${passed} passed, ${failed} failed, ${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`,
  );
const failed = groups.reduce((sum, group) => sum + group.failed, 0);
console.log(`${groups.reduce((sum, group) => sum + group.passed, 0)} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** The short faults that this machine can produce, one after another. */
function runFaults() {
  const { possible, impossible } = shortFaults();
  for (const { fault, why } of impossible) console.log(`loupe: the fault "${fault}" was not tested: ${why}`);
  return runVitest("faults", "faults", ["--no-file-parallelism", ...possible]);
}

/**
 * All SQL on a server, which differs from the embedded one in its version, in TCP, and in serving more than one
 * service.
 */
async function runOnServer() {
  const postgres = await startPostgres();
  if (!postgres) {
    console.log(`loupe: no PostgreSQL server found; server tests ${isCi ? "fail" : "are skipped"}`);
    return { name: "server", ...NOTHING_RAN, failed: isCi ? 1 : 0 };
  }
  try {
    return runVitest("database", "server", ["service/store"], { TEST_DATABASE_URL: postgres.url, TEST_REPLICAS: "2" });
  } finally {
    await postgres.stop();
  }
}

/**
 * All SQL and all routes on a Citus cluster, where a statement that is not about one project may be refused, then the
 * tests that start a cluster of their own. `LOUPE_TEST_CITUS` names a folder with a `cluster.sh` that starts one
 * (CONTRIBUTING.md).
 */
async function runOnCitus() {
  if (!process.env.LOUPE_TEST_CITUS) {
    console.log("loupe: LOUPE_TEST_CITUS is not set, so no test ran on Citus");
    return [];
  }
  return [await runOnCluster(), runVitest("cluster")];
}

async function runOnCluster() {
  let cluster;
  try {
    cluster = await startCluster();
  } catch (error) {
    return { name: "citus", ...NOTHING_RAN, failures: [failure("", "", String(error))] };
  }
  try {
    const env = { TEST_DATABASE_URL: cluster.url, TEST_REPLICAS: "2" };
    // Its commits go over several servers, so that tests of many writes take longer.
    return runVitest("database", "citus", ["service/store", "service/routes", "--testTimeout=120000"], env);
  } finally {
    await cluster.stop();
  }
}

/** Runs a project of Vitest, or a selection of its tests under another name. */
function runVitest(project, name = project, selection = [], env = {}) {
  const runner = ["node_modules/vitest/vitest.mjs", "run", "--reporter=default", "--reporter=json"];
  return runTests(
    name,
    [...runner, `--outputFile.json=${RESULTS}/${name}.json`, "--project", project, ...selection],
    ({ numPassedTests, numTotalTests, numFailedTestSuites, success, testResults }) => ({
      passed: numPassedTests,
      // A file that fails to load has no tests to count.
      failed: numTotalTests - numPassedTests || (success ? 0 : Math.max(1, numFailedTestSuites)),
      failures: testResults.flatMap(({ name: file, status, message, assertionResults }) => {
        const tests = assertionResults.filter((test) => test.status !== "passed");
        if (tests.length === 0 && status !== "passed") return [failure(file, "", message)];
        return tests.map(({ fullName, failureMessages }) => failure(file, fullName, failureMessages[0]));
      }),
    }),
    env,
  );
}

/** Replicas that are replaced behind nginx, and the browser tests, which can do without it. */
function runBehindNginx() {
  const hasNginx = ensureNginx();
  if (!hasNginx) console.log(`loupe: no nginx found; tests of replicas behind it ${isCi ? "fail" : "are skipped"}`);
  const isAsked = process.env.LOUPE_TEST_PROXY === "nginx";
  console.log(`loupe: the browser tests run ${isAsked && hasNginx ? "behind nginx" : "without a proxy"}`);
  return [
    hasNginx ? runVitest("proxy") : { name: "proxy", ...NOTHING_RAN, failed: isCi ? 1 : 0 },
    runBrowserTests({ LOUPE_TEST_PROXY: isAsked && hasNginx ? "nginx" : "" }),
  ];
}

function runBrowserTests(env) {
  return runTests(
    "browser",
    ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"],
    ({ stats, errors, suites }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
      failures: [
        ...errors.map(({ message }) => failure("", "", message)),
        ...specsIn(suites)
          .filter(({ ok }) => !ok)
          .map(({ file, title, tests }) => {
            const { error, attachments = [] } = tests[0]?.results.at(-1) ?? {};
            return `${failure(file, title, error?.message)}${pageOf(attachments)}`;
          }),
      ],
    }),
    env,
  );
}

/** The specs of Playwright's suites, which may be nested. */
function specsIn(suites = []) {
  return suites.flatMap(({ specs, suites: inner }) => [...specs, ...specsIn(inner)]);
}

/** What Playwright noted of the page when a test failed: roles, names and texts without cells; empty if nothing. */
function pageOf(attachments) {
  const note = attachments.find(({ name }) => name === "error-context")?.path;
  const noted = note && existsSync(note) ? readFileSync(note, "utf8") : "";
  // While a dialog is open, the rest of the page is left out.
  const [, page] = /^- main:$(.*?)^```$/ms.exec(noted) ?? /^```yaml$(.*?)^```$/ms.exec(noted) ?? [];
  const lines = page?.split("\n").filter((line) => /\w/.test(line) && !/^ *- (gridcell|columnheader|\/url)/.test(line));
  return lines ? ["", "the page:", ...lines.slice(0, PAGE_LINES)].join("\n  ") : "";
}

/** What failed, with the beginning of the reason, since the end of a long log may be all that is kept. */
function failure(file, test, reason = "it did not run") {
  const place = file && path.relative("", path.resolve(file));
  // All that Vitest's report keeps of a test that took too long.
  const lines = stripVTControlCharacters(reason.replace("Error: STACK_TRACE_ERROR", "Error: it took too long"))
    .split("\n")
    .filter((line) => !line.includes("node_modules"))
    .slice(0, REASON_LINES);
  return [`${place} ${test}`.trim(), ...lines].join("\n  ");
}

/** Runs one runner and counts from its report; a runner that fails without a report counts as one failed test. */
function runTests(name, args, count, env = {}) {
  const report = `${RESULTS}/${name}.json`;
  rmSync(report, { force: true });
  const startedMs = performance.now();
  const { status } = spawnSync(process.execPath, args, {
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "test", PLAYWRIGHT_JSON_OUTPUT_FILE: path.resolve(report), ...env },
  });
  const seconds = (performance.now() - startedMs) / 1_000;
  if (!existsSync(report)) return { name, ...NOTHING_RAN, seconds };
  const { passed, failed, failures } = count(JSON.parse(readFileSync(report, "utf8")));
  return { name, passed, failed: status === 0 ? failed : Math.max(1, failed), failures, seconds };
}
