// Builds the dashboard into .next/standalone/, which needs nothing of the repository and no installed packages to run.
import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";

const { status } = spawnSync(process.execPath, ["node_modules/next/dist/bin/next", "build"], { stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);

// Next.js leaves these to a server for files, if there is one.
cpSync(".next/static", ".next/standalone/.next/static", { recursive: true });
cpSync("public", ".next/standalone/public", { recursive: true });
