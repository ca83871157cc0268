// npm run admin -- backup | restore | erase | expire | rotate-secret …: installs and builds what is out of date, then runs the command.
import path from "node:path";
import process from "node:process";
import { ensureBuilt } from "./start/build.mjs";
import { ensureInstalled } from "./start/install.mjs";
import { checkNode } from "./start/node-version.mjs";

checkNode();
process.chdir(path.resolve(import.meta.dirname, ".."));
await ensureInstalled();
await ensureBuilt("service");
const { main } = await import(path.resolve("dist/admin.mjs"));
process.exit(await main(process.argv.slice(2)));
