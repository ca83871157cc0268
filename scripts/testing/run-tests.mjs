// Runs one group of tests with its runner, and says what passed, what failed and why, and what passed only when it was
// tried again.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

export const RESULTS = "test-results";
/** How much of a failure's reason is repeated at the end. */
const REASON_LINES = 12;
/** How much of the page in which a browser test failed is. */
const PAGE_LINES = 120;
/** The result of a group that could not run. */
export const NOTHING_RAN = { passed: 0, failed: 1, failures: [], flaky: [], seconds: 0 };

/**
 * Runs a project of Vitest, or a selection of its tests under another name. Tests of `unit` are pure, so that one that
 * fails and then passes has met other random values, and is not tried again.
 */
export function runVitest(project, { name = project, args = [], env = {} } = {}) {
  const flakyFile = path.resolve(RESULTS, `${name}-flaky.json`);
  rmSync(flakyFile, { force: true });
  const runner = ["node_modules/vitest/vitest.mjs", "run", "--reporter=default", "--reporter=json"];
  const options = [
    "--reporter=./scripts/testing/flaky-reporter.mjs",
    `--outputFile.json=${RESULTS}/${name}.json`,
    `--retry=${project === "unit" ? 0 : 1}`,
    "--project",
    project,
  ];
  return runTests(
    name,
    [...runner, ...options, ...args],
    ({ numPassedTests, numTotalTests, numFailedTestSuites, success, testResults }) => ({
      passed: numPassedTests,
      // A file that fails to load has no tests to count.
      failed: numTotalTests - numPassedTests || (success ? 0 : Math.max(1, numFailedTestSuites)),
      failures: testResults.flatMap(({ name: file, status, message, assertionResults }) => {
        const tests = assertionResults.filter((test) => test.status !== "passed");
        if (tests.length === 0 && status !== "passed") return [failure(file, "", message)];
        return tests.map(({ fullName, failureMessages }) => failure(file, fullName, failureMessages[0]));
      }),
      flaky: existsSync(flakyFile) ? JSON.parse(readFileSync(flakyFile, "utf8")) : [],
    }),
    { LOUPE_FLAKY_FILE: flakyFile, ...env },
  );
}

/** Runs browser tests, all that belong to the run or the given files. */
export function runPlaywright({ files = [], env = {} } = {}) {
  return runTests(
    "browser",
    ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json", "--retries=1", ...files],
    ({ stats, errors, suites }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + stats.skipped + errors.length,
      failures: [
        ...errors.map(({ message }) => failure("", "", message)),
        ...specsIn(suites)
          .filter(({ ok }) => !ok)
          .map(({ file, title, tests }) => {
            const { error, attachments = [] } = tests[0]?.results.at(-1) ?? {};
            return `${failure(file, title, error?.message)}${pageOf(attachments)}`;
          }),
      ],
      flaky: specsIn(suites)
        .filter(({ tests }) => tests.some(({ status }) => status === "flaky"))
        .map(({ file, title }) => `${file} ${title}`),
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
export function failure(file, test, reason = "it did not run") {
  const place = file && path.relative("", path.resolve(file));
  // All that Vitest's report keeps of a test that took too long.
  const lines = stripVTControlCharacters(reason.replace("Error: STACK_TRACE_ERROR", "Error: it took too long"))
    .split("\n")
    .filter((line) => !line.includes("node_modules"))
    .slice(0, REASON_LINES);
  return [`${place} ${test}`.trim(), ...lines].join("\n  ");
}

/** Runs one runner and counts from its report; a runner that fails without a report counts as one failed test. */
function runTests(name, args, count, env) {
  const report = `${RESULTS}/${name}.json`;
  rmSync(report, { force: true });
  const startedMs = performance.now();
  const { status } = spawnSync(process.execPath, args, {
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "test", PLAYWRIGHT_JSON_OUTPUT_FILE: path.resolve(report), ...env },
  });
  const seconds = (performance.now() - startedMs) / 1_000;
  if (!existsSync(report)) return { name, ...NOTHING_RAN, seconds };
  const counted = count(JSON.parse(readFileSync(report, "utf8")));
  return { name, ...counted, failed: status === 0 ? counted.failed : Math.max(1, counted.failed), seconds };
}
