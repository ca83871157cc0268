import { existsSync, readFileSync } from "node:fs";
import { npm, run } from "./run.mjs";

const LOCK_FILE = "package-lock.json";
// npm's record of what it has installed, which it writes last.
const INSTALLED = "node_modules/.package-lock.json";

const packagesIn = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {});
const allows = (list, name) => !list || list.includes(name) || (list[0]?.startsWith("!") && !list.includes(`!${name}`));

/** Whether node_modules matches the lock file, for this platform. */
export function isInstalled(required = packagesIn(LOCK_FILE), installed = packagesIn(INSTALLED)) {
  for (const [place, { version, optional }] of Object.entries(required))
    if (place !== "" && !optional && installed[place]?.version !== version) return false;
  for (const [place, { version, os, cpu }] of Object.entries(installed))
    if (required[place]?.version !== version || !allows(os, process.platform) || !allows(cpu, process.arch))
      return false;
  return Object.keys(installed).length > 0;
}

/** Installs when the lock file has changed. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  // With NODE_ENV=production in the environment, the build's tools would not be installed.
  await run("installing packages (npm ci)", npm("ci", "--include=dev", "--no-audit", "--no-fund"));
}
