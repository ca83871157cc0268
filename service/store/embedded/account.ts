import { spawnSync } from "node:child_process";
import { StartError } from "@/service/store/start-error";
import type { Binaries } from "./binaries";

const NOBODY = 65534;

/** How a PostgreSQL program is run, since PostgreSQL refuses to run as root. */
export interface Account {
  kind: "self" | "user-namespace" | "nobody";
  /** Command line before the program. */
  prefix: readonly string[];
  /** User and group of the process, if they differ from ours. */
  ids: { uid?: number; gid?: number };
  /** The user who must own the database's files, as this process sees it. */
  owner: number;
}

const SELF: Account = { kind: "self", prefix: [], ids: {}, owner: process.getuid?.() ?? 0 };
const AS_ROOT: readonly Account[] = [
  // A user namespace keeps the files root's, so that it works below a folder that only root can enter.
  {
    kind: "user-namespace",
    prefix: ["unshare", "--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`],
    ids: {},
    owner: 0,
  },
  { kind: "nobody", prefix: [], ids: { uid: NOBODY, gid: NOBODY }, owner: NOBODY },
];

/**
 * The first account under which PostgreSQL runs here: that of this process, or for root on Linux one without
 * privileges. Creates no user on the machine. Throws `StartError` if no account works.
 */
export function chooseAccount(binaries: Binaries, candidates = process.getuid?.() === 0 ? AS_ROOT : [SELF]): Account {
  const found = candidates.find((account) => runs(account, binaries.postgres));
  if (found) return found;
  throw new StartError(
    "DATABASE_URL: not set, and the embedded PostgreSQL cannot run under this account; start Loupe as a non-root user, or set DATABASE_URL to a PostgreSQL server, version 15 or newer",
  );
}

function runs(account: Account, program: string): boolean {
  const [command, args] = commandLine(account, program, ["--version"]);
  return spawnSync(command, args, { ...account.ids, cwd: "/", stdio: "ignore" }).status === 0;
}

/** Program and arguments for `spawn`. */
export function commandLine(account: Account, program: string, args: readonly string[]): [string, string[]] {
  const [command = program, ...rest] = [...account.prefix, program, ...args];
  return [command, rest];
}
