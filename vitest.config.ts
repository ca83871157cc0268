import path from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

/** Tests that need no database, no port and no process of their own; the folders of the service that are pure are named. */
const UNIT = [
  "{app,cli,components,lib}/**/*.test.{ts,tsx}",
  "service/{http/audit,http/docs,people/keys,inference,ingest,secrets}/**/*.test.ts",
  "scripts/{testing,launch}/**/*.test.ts",
  "scripts/*.test.ts",
  "*.test.ts",
];
/** Tests that start Loupe's processes, build parts of it or kill them. */
const PROGRAMS = ["scripts/start.test.ts", "scripts/{start,durability,command-line,telemetry}/**/*.test.ts"];
/** Those that take minutes are for `npm run test:all`, like the groups below. */
const LONG_PROGRAMS =
  process.env.LOUPE_TEST_ALL === "1"
    ? []
    : [
        "scripts/start/{dev,package}.test.ts",
        "scripts/command-line/day.test.ts",
        "scripts/durability/lost-work.test.ts",
      ];
/** What these measure would be distorted by any test that runs beside them. */
const ALONE = ["scripts/**/*.alone.test.ts"];

/** These start Citus clusters of their own, which needs the script that `LOUPE_TEST_CITUS` names (CONTRIBUTING.md). */
const CLUSTER = ["scripts/**/*.cluster.test.ts"];

/** These need nginx; `npm run test:all` looks for it. */
const PROXY = ["scripts/**/*.nginx.test.ts"];

/** Those in `long` take minutes, and are part of `npm run faults` only. */
const FAULTS = "scripts/faults/**/*.test.ts";
const LONG_FAULTS = "scripts/faults/long/*.test.ts";

/** The tests of the embedded server have nothing to do with the server at `TEST_DATABASE_URL`. */
const NOT_ON_SERVER = process.env.TEST_DATABASE_URL ? ["service/store/embedded/**"] : [];

/** What `scripts/test.mjs` leaves out of a group, since another group has it. */
const LEFT_OUT = process.env.LOUPE_TEST_LEFT_OUT?.split(" ") ?? [];

const withDatabase = { globalSetup: ["service/store/embedded/vitest-setup.ts"] };

export default defineConfig({
  resolve: {
    alias: {
      "@": path.resolve(import.meta.dirname),
      "server-only": path.resolve(import.meta.dirname, "node_modules/server-only/empty.js"),
    },
  },
  test: {
    // Limits for what hangs, wide enough for a slow machine: nothing is asserted to be fast.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Vitest would leave a core to itself, which on two cores halves the speed.
    maxWorkers: "100%",
    projects: [
      {
        extends: true,
        test: { name: "unit", include: UNIT, exclude: [...configDefaults.exclude, ...PROGRAMS], isolate: false },
      },
      {
        extends: true,
        test: {
          ...withDatabase,
          name: "database",
          isolate: false,
          include: ["service/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...UNIT, ...NOT_ON_SERVER, ...LEFT_OUT],
        },
      },
      {
        extends: true,
        test: {
          ...withDatabase,
          name: "programs",
          include: PROGRAMS,
          exclude: [...configDefaults.exclude, ...LONG_PROGRAMS, ...ALONE, ...CLUSTER, ...PROXY],
        },
      },
      { extends: true, test: { ...withDatabase, name: "proxy", include: PROXY } },
      { extends: true, test: { name: "alone", include: ALONE } },
      { extends: true, test: { name: "faults", include: [FAULTS], exclude: [LONG_FAULTS] } },
      { extends: true, test: { name: "long-faults", include: [LONG_FAULTS] } },
      { extends: true, test: { name: "cluster", include: process.env.LOUPE_TEST_CITUS ? CLUSTER : [] } },
    ],
  },
});
