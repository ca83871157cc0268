import { existsSync, readFileSync } from "node:fs";
import { npm, run } from "./run.mjs";

const WANTED = "package-lock.json";
// npm keeps here what it has installed, and writes it last.
const INSTALLED = "node_modules/.package-lock.json";

const packagesIn = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {});
const allows = (list, name) => !list || list.includes(name) || (list[0]?.startsWith("!") && !list.includes(`!${name}`));

/** Whether node_modules holds what the lock file wants, for this platform. */
export function isInstalled(wanted = packagesIn(WANTED), installed = packagesIn(INSTALLED)) {
  for (const [place, { version, optional }] of Object.entries(wanted))
    if (place !== "" && !optional && installed[place]?.version !== version) return false;
  for (const [place, { version, os, cpu }] of Object.entries(installed))
    if (wanted[place]?.version !== version || !allows(os, process.platform) || !allows(cpu, process.arch)) return false;
  return Object.keys(installed).length > 0;
}

/** Installs when the lock file has changed. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  // A NODE_ENV=production around us would leave the build's tools out.
  await run("installing packages (npm ci)", npm("ci", "--include=dev", "--no-audit", "--no-fund"));
}
