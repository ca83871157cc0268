import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { run } from "./run.mjs";

const COMMON = ["lib", "package.json", "package-lock.json", "tsconfig.json"];
const NEXT_CONFIG = ["next.config.ts", "proxy.ts", "instrumentation-client.ts", "postcss.config.mjs"];
const DASHBOARD_SOURCES = [...COMMON, "app", "components", "public", "scripts/build-dashboard.mjs", ...NEXT_CONFIG];

/** The outputs and their sources; the stamp is inside the output, so that it is deleted with it. */
const PARTS = [
  {
    label: "building the service",
    needs: "always",
    sources: [...COMMON, "cli", "service", "scripts/launch", "scripts/build-service.mjs"],
    stamp: "dist/build-stamp",
    args: ["scripts/build-service.mjs"],
  },
  {
    label: "building the dashboard",
    needs: "dashboard",
    sources: DASHBOARD_SOURCES,
    stamp: ".next/build-stamp",
    args: ["scripts/build-dashboard.mjs"],
  },
];

/** Builds the parts whose sources have changed since the last build. `mode` as in start.mjs. */
export async function ensureBuilt(mode) {
  for (const { label, needs, sources, stamp, args } of PARTS) {
    if (needs === "dashboard" && mode !== "all" && mode !== "dashboard") continue;
    const sourceHash = hashOf(sources);
    if (existsSync(stamp) && readFileSync(stamp, "utf8") === sourceHash) continue;
    rmSync(stamp, { force: true });
    await run(label, [process.execPath, args], { quiet: true, env: { NODE_ENV: "production" } });
    writeFileSync(stamp, sourceHash);
  }
}

/** One hash over names and contents of all source files; tests are not included. */
function hashOf(sources) {
  const hash = createHash("sha256");
  for (const file of sources.flatMap((source) => [...filesIn(source)]))
    if (!/\.test\.tsx?$/.test(file)) hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

function* filesIn(place) {
  if (!existsSync(place)) return;
  if (statSync(place).isFile()) yield place;
  else for (const name of readdirSync(place).toSorted()) yield* filesIn(path.join(place, name));
}
