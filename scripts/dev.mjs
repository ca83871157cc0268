// npm run dev: the service and the dashboard from their sources, with the data folder and variables of `npm start`. A
// change of the dashboard is applied to open pages; after a change of the service, it is built and started again.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { ensureBuilt } from "./start/build.mjs";
import { ensureInstalled } from "./start/install.mjs";
import { checkNode } from "./start/node-version.mjs";
import { stopWithNpm } from "./start/parent-watch.mjs";

const SOURCES = ["service", "lib", "scripts/launch"];
/** An editor may write several files at once. */
const SETTLE_MS = 200;
/** Of pino: what is logged as an error is shown. */
const ERROR_LEVEL = 50;

checkNode();
const root = path.resolve(import.meta.dirname, "..");
process.chdir(root);
stopWithNpm();
await ensureInstalled();
await ensureBuilt("service");

let service = await startService();
let isStopping = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => (isStopping = true));
process.on("exit", () => service.kill("SIGTERM"));

let settling;
let restart = Promise.resolve();
for (const source of SOURCES)
  watch(source, { recursive: true }, (_event, file) => {
    if (!/\.(ts|sql|mjs)$/.test(file ?? "") || file.includes(".test.")) return;
    clearTimeout(settling);
    settling = setTimeout(() => (restart = restart.then(restartService)), SETTLE_MS);
  });

const { launch } = await import(path.resolve("dist/launch.mjs"));
await launch("dashboard", root, { isDevelopment: true });

/** Resolves when the service is ready, or has ended with a message. */
async function startService() {
  const child = spawn(process.execPath, ["scripts/start.mjs", "service"], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  await new Promise((resolve) => {
    child.once("exit", resolve);
    lines.on("line", (line) => {
      if (isShown(line)) console.log(line);
      if (line.startsWith("ready ")) resolve();
    });
  });
  return child;
}

function isShown(line) {
  if (!line.startsWith("{")) return true;
  try {
    return JSON.parse(line).level >= ERROR_LEVEL;
  } catch {
    return true;
  }
}

async function restartService() {
  if (isStopping) return;
  const ended = service.exitCode === null && new Promise((resolve) => service.once("exit", resolve));
  service.kill("SIGTERM");
  await ended;
  service = await startService();
}
