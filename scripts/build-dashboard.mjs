// Builds the dashboard into .next/standalone/, which needs nothing of the repository and no installed packages to run.
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const { status } = spawnSync(process.execPath, ["node_modules/next/dist/bin/next", "build"], { stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);

// Next.js leaves these to a server for files, if there is one. Source maps stay behind: they only name what is in the
// scripts (scripts/notices.mjs), and the references to them would add to every page.
const scripts = ".next/standalone/.next/static";
cpSync(".next/static", scripts, { recursive: true, filter: (file) => !file.endsWith(".map") });
for (const name of readdirSync(scripts, { recursive: true, encoding: "utf8" })) {
  if (!/\.(?:js|css)$/.test(name)) continue;
  const file = path.join(scripts, name);
  writeFileSync(file, readFileSync(file, "utf8").replace(/\n*(?:\/\/|\/\*)# sourceMappingURL=\S+(?: ?\*\/)?\s*$/, ""));
}
cpSync("public", ".next/standalone/public", { recursive: true });

// Next.js names a script of 39 KiB for browsers without modules on every page. They could run none of the others.
const manifestFile = ".next/standalone/.next/build-manifest.json";
const manifest = JSON.parse(readFileSync(manifestFile, "utf8"));
for (const name of manifest.polyfillFiles) rmSync(path.join(".next/standalone/.next", name));
writeFileSync(manifestFile, JSON.stringify({ ...manifest, polyfillFiles: [] }));
