// npm start [service | dashboard | sign-in-link]: installs and builds what is out of date, then runs it. Plain
// JavaScript without dependencies up to the build, since a fresh clone has none.
import path from "node:path";
import process from "node:process";
import { ensureBuilt } from "./start/build.mjs";
import { fail } from "./start/fail.mjs";
import { ensureInstalled } from "./start/install.mjs";
import { checkNode } from "./start/node-version.mjs";
import { stopWithNpm } from "./start/parent-watch.mjs";

const MODES = ["all", "service", "dashboard", "sign-in-link"];
const mode = process.argv[2] ?? "all";

checkNode();
if (!MODES.includes(mode))
  fail(`npm start: unknown mode "${mode}"; omit the mode, or use one of ${MODES.slice(1).join(", ")}`);
const root = path.resolve(import.meta.dirname, "..");
process.chdir(root);
stopWithNpm();
await ensureInstalled();
await ensureBuilt(mode);
const { launch } = await import(path.resolve("dist/launch.mjs"));
await launch(mode, root);
