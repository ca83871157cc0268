// Bundles the service and the launcher into dist/, so that they start in milliseconds and without a loader.
import { readFileSync } from "node:fs";
import { build } from "esbuild";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));

await build({
  entryPoints: { service: "service/main.ts", launch: "scripts/launch/launch.ts" },
  outdir: "dist",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: true,
  define: { LOUPE_VERSION: JSON.stringify(version) },
  // Optional native driver that pg asks for; it is not installed.
  external: ["pg-native"],
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
  logLevel: "warning",
});
