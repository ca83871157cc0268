import { spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { once } from "node:events";
import { StartError } from "@/service/store/start-error";
import { type Account, commandLine } from "./account";
import type { Binaries } from "./binaries";
import { isAlive } from "./postmaster";

export const SERVER_USER = "loupe";
const UNFINISHED = "postgres.new-";

/**
 * PostgreSQL gets no variables from the caller's environment, because PG* and locale variables would change the new
 * cluster.
 */
export const serverEnvironment: NodeJS.ProcessEnv = {
  NODE_ENV: process.env.NODE_ENV,
  PATH: process.env.PATH,
  LC_ALL: "C",
  TZ: "UTC",
};

/** The folder of the database files in a data folder (absolute, real path). */
export const clusterFolder = (dataFolder: string) => path.join(dataFolder, "postgres");

/**
 * Creates the database files on the first start, owned by the account that runs the server.
 * They are created in another folder and renamed, so that a start that is killed leaves no incomplete database.
 */
export async function ensureCluster(dataFolder: string, binaries: Binaries, account: Account): Promise<void> {
  const cluster = clusterFolder(dataFolder);
  if (account.kind === "nobody") allowTraversal(dataFolder);
  if (existsSync(path.join(cluster, "PG_VERSION"))) return giveTo(cluster, account);
  if (existsSync(cluster))
    throw new StartError(`LOUPE_DATA_DIR: ${cluster} is not a database; move it elsewhere, or use another data folder`);
  for (const name of readdirSync(dataFolder))
    if (name.startsWith(UNFINISHED) && !isAlive(Number(name.slice(UNFINISHED.length))))
      rmSync(path.join(dataFolder, name), { recursive: true, force: true });
  const fresh = path.join(dataFolder, `${UNFINISHED}${process.pid}`);
  // After a container restart the process ids are the same.
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  giveTo(fresh, account);
  await initdb(fresh, binaries, account);
  // A concurrent first start may have been faster; the ownership lock decides whose server uses it.
  if (existsSync(cluster)) rmSync(fresh, { recursive: true, force: true });
  else renameSync(fresh, cluster);
}

/** Gives the other account execute permission on the data folder, but no permission to list it. */
function allowTraversal(dataFolder: string): void {
  chmodSync(dataFolder, statSync(dataFolder).mode | 0o011);
  for (let folder = dataFolder; folder !== path.dirname(folder); folder = path.dirname(folder))
    if ((statSync(folder).mode & 0o001) === 0)
      throw new StartError(
        `LOUPE_DATA_DIR: PostgreSQL does not run as root, and other users cannot access ${folder} (no execute permission); start Loupe as a non-root user, or use another data folder`,
      );
}

function giveTo(folder: string, account: Account): void {
  if (process.getuid?.() !== 0 || statSync(folder).uid === account.owner) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    chownSync(path.join(folder, name), account.owner, account.owner);
  chownSync(folder, account.owner, account.owner);
}

async function initdb(folder: string, binaries: Binaries, account: Account): Promise<void> {
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const args = ["-D", folder, "-U", SERVER_USER, "-A", "trust", "--data-checksums", "--no-instructions", ...locale];
  const child = spawn(...commandLine(account, binaries.initdb, args), {
    ...account.ids,
    cwd: "/",
    env: serverEnvironment,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [errors, [status]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  if (status === 0) return;
  rmSync(folder, { recursive: true, force: true });
  const reason =
    errors.split("\n").find((line) => line.startsWith("initdb: error:")) ?? errors.trim().split("\n").at(-1);
  throw new StartError(`LOUPE_DATA_DIR: the database could not be created in ${path.dirname(folder)}: ${reason}`);
}
