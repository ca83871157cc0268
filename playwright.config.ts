import { defineConfig } from "@playwright/test";
import { browserZone, trustArguments } from "./e2e/loupe/behind-nginx";
import { isWhole } from "./e2e/loupe/scope";
import { findBrowser, launchArgs } from "./scripts/browser.mjs";

export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  // Trains a model, with the Python of this variable (CONTRIBUTING.md).
  ...(!process.env.LOUPE_TEST_TRAINER && { testIgnore: "trainer.spec.ts" }),
  globalSetup: "./e2e/loupe/build.ts",
  outputDir: "test-results/browser",
  reporter: "list",
  // Each worker has a Loupe of its own, from the one build, and each test a project of its own.
  fullyParallel: true,
  workers: 2,
  retries: 0,
  ...(!isWhole && { grepInvert: /@all/ }),
  forbidOnly: true,
  // Limits for what hangs, wide enough for a slow machine: nothing is asserted to be fast.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: browserZone(),
    // Without a GPU, drawing the frames of transitions takes a third of the processor time of opening a page.
    contextOptions: { reducedMotion: "reduce" },
    // Screenshots and snapshots of every step more than double the processor time of a run: `--trace on` has them.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    launchOptions: { executablePath: findBrowser(), args: [...launchArgs, ...trustArguments()] },
  },
});
