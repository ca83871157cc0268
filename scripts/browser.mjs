// Finds a Chromium for the browser tests: the configured one, Playwright's own, or the system's; otherwise installs
// one.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** The headless shell first: it renders no window, and takes about half the CPU time of the whole browser. */
const COMMANDS = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "microsoft-edge",
];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];
// Reactions are emoji, and without a font a screenshot shows boxes.
const DEBIAN_PACKAGES = ["chromium-headless-shell", "fonts-noto-color-emoji"];

const isRoot = process.getuid?.() === 0;

/** Settings that Chromium needs to start here: its sandbox refuses to run as root. */
export const launchArgs = isRoot ? ["--no-sandbox"] : [];

/** Path of a Chromium on this machine, or undefined. Throws if `LOUPE_CHROMIUM` is not one. */
export function findBrowser() {
  const named = process.env.LOUPE_CHROMIUM;
  if (named && !existsSync(named))
    throw new Error(`LOUPE_CHROMIUM: "${named}" does not exist; set it to the path of a Chromium executable`);
  return [named, chromium.executablePath(), ...COMMANDS.map(which), ...PLACES].find(
    (place) => place && existsSync(place),
  );
}

/** Like `findBrowser`, but installs one if there is none. */
export function ensureBrowser() {
  return findBrowser() ?? installFromDebian() ?? installFromPlaywright();
}

function which(command) {
  const { status, stdout } = spawnSync(process.platform === "win32" ? "where" : "which", [command], {
    encoding: "utf8",
  });
  return status === 0 ? stdout.split("\n")[0].trim() : undefined;
}

function installFromDebian() {
  if (process.platform !== "linux" || !isRoot || !which("apt-get")) return undefined;
  console.log(`loupe: installing ${DEBIAN_PACKAGES.join(" and ")} (apt-get)`);
  const options = { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  spawnSync("apt-get", ["update", "-qq"], options);
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...DEBIAN_PACKAGES], options);
  return findBrowser();
}

function installFromPlaywright() {
  console.log("loupe: installing Chromium (playwright install chromium)");
  const { status } = spawnSync(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"], {
    stdio: "inherit",
  });
  const found = status === 0 ? findBrowser() : undefined;
  if (!found)
    throw new Error("Chromium could not be installed; install it, or set LOUPE_CHROMIUM to the path of its executable");
  return found;
}
