// npm run faults [-- NAME [MINUTES]]: causes faults, one after another, or the one of this name, and prints a line for
// each with what happened. The long ones take MINUTES each (default: 20 of load, an upload of 30). Fails if one fails, or
// cannot be caused on this machine.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { fail } from "./start/fail.mjs";
import { ensureInstalled } from "./start/install.mjs";
import { checkNode } from "./start/node-version.mjs";

const FOLDER = "scripts/faults";
const SUFFIX = ".test.ts";

checkNode();
process.chdir(path.resolve(import.meta.dirname, ".."));
await ensureInstalled();
const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(SUFFIX));
const [name, minutes] = process.argv.slice(2);
const chosen = files.filter((file) => name === undefined || path.basename(file, SUFFIX) === name);
if (chosen.length === 0)
  fail(
    `npm run faults: unknown fault "${name}"; it is one of ${files.map((file) => path.basename(file, SUFFIX)).join(", ")}`,
  );
if (minutes !== undefined && !(Number(minutes) > 0))
  fail(`npm run faults: found "${minutes}" minutes, expected a number`);

const { status } = spawnSync(
  process.execPath,
  [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--project=faults",
    "--project=long-faults",
    "--no-file-parallelism",
    "--disable-console-intercept=true",
    ...chosen.map((file) => path.join(FOLDER, file)),
  ],
  { stdio: "inherit", env: { ...process.env, NODE_ENV: "test", ...(minutes && { LOUPE_FAULT_MINUTES: minutes }) } },
);
process.exit(status ?? 1);
