#!/usr/bin/env node
// loupe: starts and administers what is built in this package; every other command is one of the command line client.
// Nothing is installed or built here, and the current folder is not changed: the data folder is in it.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { fail } from "../scripts/start/fail.mjs";
import { checkNode } from "../scripts/start/node-version.mjs";
import { stopWithNpm } from "../scripts/start/parent-watch.mjs";

const PARTS = ["service", "dashboard"];
const ROOT = path.resolve(import.meta.dirname, "..");
const USAGE = `loupe COMMAND [options]

Run Loupe, with its data in ./data or in the folder LOUPE_DATA_DIR:

  [start]          Start database, service and dashboard; print a sign-in link
  start service    Start database and service
  start dashboard  Start the dashboard
  sign-in-link     Print another sign-in link for a running dashboard
  admin            Back up, restore, erase, expire, or replace the secret
  --version        Print the version
`;

const [command = "start", ...rest] = process.argv.slice(2);
checkNode();
switch (command) {
  case "start":
    await start(rest);
    break;
  case "sign-in-link":
    if (rest.length > 0) fail(`loupe sign-in-link takes no arguments; found "${rest[0]}"`);
    await launch("sign-in-link");
    break;
  case "admin":
    process.exit(await (await built("admin")).main(rest));
    break;
  case "--version":
  case "-v":
    console.log(JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")).version);
    break;
  case "help":
  case "--help":
  case "-h":
    console.log(USAGE);
    process.exitCode = await (await built("cli")).main(["help"]);
    break;
  default:
    process.exit(await (await built("cli")).main([command, ...rest]));
}

async function start([part, ...others]) {
  if ((part !== undefined && !PARTS.includes(part)) || others.length > 0)
    fail(`loupe start: found "${[part, ...others].join(" ")}", expected nothing or one of ${PARTS.join(", ")}`);
  stopWithNpm();
  await launch(part ?? "all");
}

async function launch(mode) {
  await (await built("launch")).launch(mode, ROOT);
}

/** A program of dist/; the package has all of them, a clone only what it has built. */
async function built(name) {
  const file = path.join(ROOT, "dist", `${name}.mjs`);
  if (!existsSync(file)) fail(`${path.relative("", file)} is missing; run "npm start" in ${ROOT} to build it`);
  return import(pathToFileURL(file).href);
}
