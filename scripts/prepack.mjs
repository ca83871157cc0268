// npm pack: installs and builds what is out of date, so that the package is complete, and writes the notices for it.
import { writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { NOTICES, bundledPackages, noticesOf } from "./notices.mjs";
import { ensureBuilt } from "./start/build.mjs";
import { fail } from "./start/fail.mjs";
import { ensureInstalled } from "./start/install.mjs";
import { checkNode } from "./start/node-version.mjs";

checkNode();
process.chdir(path.resolve(import.meta.dirname, ".."));
await ensureInstalled();
await ensureBuilt("all");
try {
  writeFileSync(NOTICES, noticesOf(bundledPackages()));
} catch (error) {
  fail(`${NOTICES} cannot be written:\n${error.message}`);
}
