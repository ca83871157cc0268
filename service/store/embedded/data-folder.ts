import { accessSync, constants, existsSync, mkdirSync, realpathSync } from "node:fs";
import path from "node:path";
import { StartError } from "@/service/store/start-error";

/**
 * Creates the data folder (mode 0700) if it is missing and returns its real, absolute path. Throws `StartError` if this
 * user cannot write to it.
 */
export function prepareDataFolder(folder: string): string {
  const absolute = path.resolve(folder);
  try {
    mkdirSync(path.dirname(absolute), { recursive: true });
    if (!existsSync(absolute)) mkdirSync(absolute, { mode: 0o700 });
    accessSync(absolute, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(absolute);
  } catch (error) {
    throw new StartError(
      `LOUPE_DATA_DIR: cannot write to ${absolute} (${codeOf(error)}); use a folder that this user can write to`,
    );
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
