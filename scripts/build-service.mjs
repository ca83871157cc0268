// Bundles the service, its administration, the launcher and the command line into dist/, so that they start in milliseconds and without a loader.
import { cpSync, readFileSync, rmSync } from "node:fs";
import { build } from "esbuild";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));

rmSync("dist", { recursive: true, force: true });
await build({
  entryPoints: {
    service: "service/processes/main.ts",
    admin: "service/processes/admin-main.ts",
    launch: "scripts/launch/launch.ts",
    cli: "cli/main.ts",
  },
  outdir: "dist",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  // A process loads only the parts for its kind of work.
  splitting: true,
  chunkNames: "part-[hash]",
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: true,
  define: { LOUPE_VERSION: JSON.stringify(version) },
  // Server code, although no React server bundles it.
  alias: { "server-only": "./node_modules/server-only/empty.js" },
  // Optional native driver of pg, which is not installed.
  external: ["pg-native"],
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
  logLevel: "warning",
});

cpSync("service/store/schema/migrations", "dist/migrations", { recursive: true });
