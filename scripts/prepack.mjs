// npm pack: installs and builds what is out of date, so that the package is complete.
import path from "node:path";
import process from "node:process";
import { ensureBuilt } from "./start/build.mjs";
import { ensureInstalled } from "./start/install.mjs";
import { checkNode } from "./start/node-version.mjs";

checkNode();
process.chdir(path.resolve(import.meta.dirname, ".."));
await ensureInstalled();
await ensureBuilt("all");
