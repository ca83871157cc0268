import { defineConfig } from "@playwright/test";
import base from "../../playwright.config";

/** Takes the pictures of the documentation: `npm run pictures`. */
export default defineConfig({
  ...base,
  testDir: ".",
  testMatch: "*.pictures.ts",
  globalSetup: "../loupe/build.ts",
  outputDir: "../../test-results/pictures",
  workers: 1,
  use: { ...base.use, colorScheme: "light" },
});
