import path from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

const TESTS = ["{app,components,lib,scripts,service}/**/*.test.{ts,tsx}", "*.test.ts"];
/** What is compared there would be another file's doing, were any run beside it. */
const ALONE = ["scripts/**/*.alone.test.ts"];

export default defineConfig({
  resolve: {
    alias: {
      "@": path.resolve(import.meta.dirname),
      "server-only": path.resolve(import.meta.dirname, "node_modules/server-only/empty.js"),
    },
  },
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "together",
          include: TESTS,
          exclude: [...configDefaults.exclude, ...ALONE],
          globalSetup: ["service/store/embedded/vitest-setup.ts"],
        },
      },
      { extends: true, test: { name: "alone", include: ALONE } },
    ],
  },
});
