// npm run audit: asks the registry for known problems of the packages that are in the package of Loupe. Fails if there are
// any, or if the registry does not answer.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { auditedLock, problemsIn } from "./audited-packages.mjs";
import { bundledPackages } from "./notices.mjs";
import { ensureBuilt } from "./start/build.mjs";
import { fail } from "./start/fail.mjs";
import { ensureInstalled } from "./start/install.mjs";
import { checkNode } from "./start/node-version.mjs";
import { npm } from "./start/run.mjs";

const MOST_BYTES = 64 * 1024 * 1024;

checkNode();
process.chdir(path.resolve(import.meta.dirname, ".."));
await ensureInstalled();
await ensureBuilt("all");
const { manifest, lock, unknown } = auditedLock(bundledPackages());
const folder = mkdtempSync(path.join(tmpdir(), "loupe-audit-"));
try {
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(path.join(folder, "package-lock.json"), JSON.stringify(lock));
  const [command, args] = npm("audit", "--json", "--package-lock-only");
  const { stdout } = spawnSync(command, args, { cwd: folder, encoding: "utf8", maxBuffer: MOST_BYTES });
  const problems = problemsIn(stdout);
  for (const problem of problems) console.log(problem);
  const count = Object.keys(lock.packages).length - 1;
  console.log(`${count} packages are bundled; ${problems.length} known problems`);
  if (unknown.length > 0) console.log(`not asked, since their versions are not known: ${unknown.join(", ")}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} catch (error) {
  fail(`the bundled packages were not audited: ${error.message}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
