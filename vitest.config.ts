import path from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: {
      "@": path.resolve(import.meta.dirname),
      "server-only": path.resolve(import.meta.dirname, "node_modules/server-only/empty.js"),
    },
  },
  test: {
    include: ["{app,components,lib,scripts,service}/**/*.test.{ts,tsx}", "*.test.ts"],
    globalSetup: ["service/store/embedded/vitest-setup.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
