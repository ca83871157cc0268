import { defineConfig } from "@playwright/test";
import { findBrowser, launchArgs } from "./scripts/browser.mjs";

export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  globalSetup: "./e2e/loupe/build.ts",
  outputDir: "test-results/browser",
  reporter: "list",
  // One Loupe and one browser at a time: what is asserted to come within seconds shall not wait for another test.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/Lisbon",
    trace: "retain-on-failure",
    launchOptions: { executablePath: findBrowser(), args: launchArgs },
  },
});
