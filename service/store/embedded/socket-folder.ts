import { chownSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export const SOCKET_PORT = 5432;
// The kernel's limit is 107 bytes on Linux and 103 on macOS; PostgreSQL refuses to start beyond it.
const MAX_SOCKET_PATH_BYTES = 103;
const PREFIX = "loupe-socket-";

const fits = (folder: string) =>
  Buffer.byteLength(path.join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= MAX_SOCKET_PATH_BYTES;

/** A folder only `owner` can enter, for the server's socket: in the data folder, or a short one when that path is long. */
export function createSocketFolder(dataFolder: string, owner: number): string {
  const near = path.join(dataFolder, "socket");
  const folder = fits(near) ? near : mkdtempSync(path.join(shortTemporaryFolder(), PREFIX));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.getuid?.() === 0) chownSync(folder, owner, owner);
  return folder;
}

function shortTemporaryFolder(): string {
  return fits(path.join(tmpdir(), `${PREFIX}XXXXXX`)) ? tmpdir() : "/tmp";
}

/** Whether the folder was made for one server alone and goes away with it. */
export function ownsSocketFolder(folder: string): boolean {
  return path.basename(folder).startsWith(PREFIX);
}
