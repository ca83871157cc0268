import { chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export const SOCKET_PORT = 5432;
// The kernel's limit is 107 bytes on Linux and 103 on macOS; PostgreSQL does not start with a longer path.
const MAX_SOCKET_PATH_BYTES = 103;
const PREFIX = "loupe-socket-";

const near = (dataFolder: string) => path.join(dataFolder, "socket");
const fits = (folder: string) =>
  Buffer.byteLength(path.join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= MAX_SOCKET_PATH_BYTES;

/**
 * A folder that only `owner` can enter, for the server's socket: in the data folder, or a short one if that path is too
 * long; the previous one, if it is still free.
 */
export function createSocketFolder(dataFolder: string, owner: number, before?: string): string {
  const folder = fits(near(dataFolder)) ? near(dataFolder) : (before ?? newShortFolder());
  // Not recursive: a folder that another user created in a shared location is rejected.
  if (folder === near(dataFolder) || folder === before)
    mkdirSync(folder, { recursive: folder === near(dataFolder), mode: 0o700 });
  if (process.getuid?.() === 0) chownSync(folder, owner, owner);
  return folder;
}

const newShortFolder = () => mkdtempSync(path.join(shortTemporaryFolder(), PREFIX));

function shortTemporaryFolder(): string {
  return fits(path.join(tmpdir(), `${PREFIX}XXXXXX`)) ? tmpdir() : "/tmp";
}

/** Removes the folder of a server that has ended, with its content; only a folder that was created here. */
export function removeSocketFolder(dataFolder: string, folder: string): void {
  const isOurs = folder === near(dataFolder) || path.basename(folder).startsWith(PREFIX);
  if (isOurs) rmSync(folder, { recursive: true, force: true });
}
