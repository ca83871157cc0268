// npm test: installs and builds what is out of date and runs the tests that a change must pass; `-- --changed` only those
// that it can reach; `npm run test:all` everything (CONTRIBUTING.md lists the groups). Ends with what failed, what passed
// only when it was tried again, the duration of each group, and one line with the total: "N passed, N failed". A test
// that did not run counts as failed.
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { startCluster } from "./citus-cluster.mjs";
import { ensureProgram } from "./debian-package.mjs";
import { ensureBuilt } from "./start/build.mjs";
import { ensureInstalled } from "./start/install.mjs";
import { shortFaults } from "./faults/short-faults.mjs";
import { startPostgres } from "./postgres-server.mjs";
import { ensurePython } from "./python.mjs";
import { checkNode } from "./start/node-version.mjs";
import { judgeFlaky } from "./testing/flaky.mjs";
import { runPytest } from "./testing/run-pytest.mjs";
import { NOTHING_RAN, RESULTS, failure, runPlaywright, runVitest } from "./testing/run-tests.mjs";

/** Set by `.ci/run`: a test that cannot run then counts as failed. */
const isCi = process.env.LOUPE_CI === "1";
const { values } = parseArgs({ options: { all: { type: "boolean" }, changed: { type: "boolean" } } });
const WHOLE = values.all ? { LOUPE_TEST_ALL: "1" } : {};
/** Once through every part of the product in a browser, for changes to the service. */
const SPINES = ["spine", "trace-list", "feedback", "costs", "playground-answers", "experiments"];
/**
 * What runs on Citus only in the whole run: routes whose tests vary callers, inputs and clients, of which the statements
 * are in others, and migrations of filled databases.
 */
const NOT_ON_CITUS = [
  "service/http/routes/{audit,chat,chat-*,distribution,docs,fuzz,hostile,ids,json-lines*,metrics,operations,outage}.test.ts",
  "service/http/routes/{invitations,otlp-media,otlp-openinference,otlp-sdks,otlp-traceloop*,own-feedback}.test.ts",
  "service/http/routes/{people-list,people-names,people-pictures,price-tiers,read-object-code,resolve-refs}.test.ts",
  "service/http/routes/{stated-costs,thread-totals,token-totals,training-refused,usage-*,weave-summary,wrong-keys}.test.ts",
  "service/store/schema/{asked-models,stated-costs,table-sources,upgrade}.test.ts",
  "service/store/{calls/late-root,maintenance/maintenance,retention/restored,sql/query-expressions}.test.ts",
];
/** Each test file creates a database, and each shard of its tables takes time: here one shard for each worker is enough. */
const SHARDS_IN_A_HURRY = "2";

checkNode();
process.chdir(path.resolve(import.meta.dirname, ".."));
await ensureInstalled();
mkdirSync(RESULTS, { recursive: true });

const groups = values.changed ? await runChanged() : await runGroups();
for (const { name, failures } of groups) for (const what of failures) console.log(`failed in ${name}: ${what}`);
for (const { name, passed, failed, seconds } of groups)
  console.log(
    `${name}: ${passed} passed, ${failed} failed, ${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`,
  );
const { lines, fails } = judgeFlaky(
  groups.flatMap(({ flaky }) => flaky),
  RESULTS,
);
for (const line of lines) console.log(line);
const failed = groups.reduce((sum, group) => sum + group.failed, fails ? 1 : 0);
console.log(`${groups.reduce((sum, group) => sum + group.passed, 0)} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** For `vitest.config.ts`. */
function leftOut(globs) {
  return { LOUPE_TEST_LEFT_OUT: globs.join(" ") };
}

async function prepareBrowser() {
  const { ensureBrowser } = await import("./browser.mjs");
  ensureBrowser();
  await ensureBuilt("all");
}

/** What a change must pass, or with `--all` everything. */
async function runGroups() {
  await prepareBrowser();
  ensurePython();
  // The snippets for a shell use it.
  if (!ensureProgram("jq", "--version")) console.log("loupe: no jq found; the tests of snippets for a shell will fail");
  const postgres = await startPostgres();
  if (!postgres && isCi) console.log("loupe: no PostgreSQL server found; its tests fail");
  try {
    // The statements of the store run once: on a server where there is one, otherwise on the embedded one.
    const isTwice = values.all || !postgres;
    return [
      runVitest("unit"),
      runVitest("database", {
        env: isTwice ? {} : leftOut(["service/store/!(embedded)/**", "service/store/*.test.ts"]),
      }),
      runVitest("programs", { env: WHOLE }),
      ...(values.all ? [runVitest("alone"), runFaults(), ...runTrainer()] : []),
      ...runOnServer(postgres),
      ...(await runOnCitus()),
      ...(values.all ? runBehindNginx() : [runPlaywright()]),
    ];
  } finally {
    await postgres?.stop();
  }
}

/** What the changes since the branch began can reach: units and statements by their imports, and the changed browser tests. */
async function runChanged() {
  const git = (...args) => spawnSync("git", args, { encoding: "utf8" }).stdout.trim();
  const base = git("merge-base", "main", "HEAD") || "HEAD";
  const files = [
    ...git("diff", "--name-only", base).split("\n"),
    ...git("ls-files", "-o", "--exclude-standard").split("\n"),
  ];
  const isService = files.some((file) => /^(service|lib)\//.test(file));
  const specs = files.filter((file) => /^e2e\/[^/]+\.spec\.ts$/.test(file));
  const browser = [...(isService ? SPINES.map((name) => `e2e/${name}.spec.ts`) : []), ...specs];
  const args = [`--changed=${base}`, "--passWithNoTests"];
  if (browser.length > 0) await prepareBrowser();
  return [
    runVitest("unit", { args }),
    ...(isService ? [runVitest("database", { args })] : []),
    ...(browser.length > 0 ? [runPlaywright({ files: browser })] : []),
  ];
}

/**
 * The tests of the trainer, if `LOUPE_TEST_TRAINER` is 1 or a Python in which it is installed (CONTRIBUTING.md): every
 * method teaches a tiny model what is rewarded.
 */
function runTrainer() {
  const python = process.env.LOUPE_TEST_TRAINER;
  if (!python) {
    console.log("loupe: LOUPE_TEST_TRAINER is not set, so no model was trained");
    return [];
  }
  return [runPytest({ name: "trainer", python: python === "1" ? "python3" : python, folder: "trainers/lora" })];
}

/** The short faults that this machine can produce, one after another. */
function runFaults() {
  const { possible, impossible } = shortFaults();
  for (const { fault, why } of impossible) console.log(`loupe: the fault "${fault}" was not tested: ${why}`);
  return runVitest("faults", { args: ["--no-file-parallelism", ...possible] });
}

/**
 * All SQL on a server, which differs from the embedded one in its version, in TCP, and in serving more than one
 * service.
 */
function runOnServer(postgres) {
  if (!postgres) return isCi || values.all ? [{ name: "server", ...NOTHING_RAN, failed: isCi ? 1 : 0 }] : [];
  const env = { TEST_DATABASE_URL: postgres.url, TEST_REPLICAS: "2" };
  return [runVitest("database", { name: "server", args: ["service/store"], env })];
}

/**
 * All SQL on a Citus cluster, where a statement that is not about one project may be refused, and every endpoint once;
 * with `--all` every test of the routes, and those that start a cluster of their own. `LOUPE_TEST_CITUS` names a folder
 * with a `cluster.sh` that starts one (CONTRIBUTING.md).
 */
async function runOnCitus() {
  if (!process.env.LOUPE_TEST_CITUS) {
    console.log("loupe: LOUPE_TEST_CITUS is not set, so no test ran on Citus");
    return [];
  }
  return [await runOnCluster(), ...(values.all ? [runVitest("cluster")] : [])];
}

async function runOnCluster() {
  let cluster;
  try {
    cluster = await startCluster(values.all ? {} : { CLUSTER_SHARDS: SHARDS_IN_A_HURRY });
  } catch (error) {
    return { name: "citus", ...NOTHING_RAN, failures: [failure("", "", String(error))] };
  }
  try {
    const left = values.all ? {} : leftOut(NOT_ON_CITUS);
    const env = { ...WHOLE, ...left, TEST_DATABASE_URL: cluster.url, TEST_REPLICAS: "2" };
    // Its commits go over several servers, so that tests of many writes take longer.
    return runVitest("database", {
      name: "citus",
      args: ["service/store", "service/http/routes", "--testTimeout=120000"],
      env,
    });
  } finally {
    await cluster.stop();
  }
}

/** Replicas that are replaced behind nginx, and the browser tests, which can do without it. */
function runBehindNginx() {
  // OpenSSL makes its certificate.
  const hasNginx = [ensureProgram("nginx", "-v"), ensureProgram("openssl", "version")].every(Boolean);
  if (!hasNginx) console.log(`loupe: no nginx found; tests of replicas behind it ${isCi ? "fail" : "are left out"}`);
  console.log(`loupe: the browser tests run ${hasNginx ? "behind nginx" : "without a proxy"}`);
  return [
    hasNginx ? runVitest("proxy") : { name: "proxy", ...NOTHING_RAN, failed: isCi ? 1 : 0 },
    runPlaywright({ env: { ...WHOLE, LOUPE_TEST_PROXY: hasNginx ? "nginx" : "" } }),
  ];
}
