import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import * as z from "zod";
import { baseAddress, headerKey, projectId } from "@/lib/contract/primitives";
import { CommandError, EXIT } from "./exit-status";

type Environment = Readonly<Record<string, string | undefined>>;

const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

const savedSettings = z.object({ url: baseAddress, api_key: headerKey, project: projectId.optional() });
/** What `loupe login` stores. */
export type SavedSettings = z.output<typeof savedSettings>;

/** `loupe/login.json` in the user's folder for configuration, by the XDG specification; on Windows in `%APPDATA%`. */
export function settingsPath(environment: Environment, platform: NodeJS.Platform = process.platform): string {
  const { XDG_CONFIG_HOME, APPDATA, HOME } = environment;
  // The specification ignores relative paths.
  if (XDG_CONFIG_HOME && path.isAbsolute(XDG_CONFIG_HOME)) return path.join(XDG_CONFIG_HOME, "loupe", "login.json");
  if (platform === "win32" && APPDATA) return path.join(APPDATA, "loupe", "login.json");
  return path.join(HOME || homedir(), ".config", "loupe", "login.json");
}

/** The stored settings; undefined if there are none. */
export async function readSettings(file: string): Promise<SavedSettings | undefined> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new CommandError(`${file} cannot be read; check its owner, or run \`loupe login\` again.`, EXIT.usage);
  }
  const parsed = savedSettings.safeParse(parseLoosely(text));
  if (parsed.success) return parsed.data;
  throw new CommandError(`${file} is not what \`loupe login\` stores; run \`loupe login\` again.`, EXIT.usage);
}

/** Stores the settings so that only the user can read them, in the place of those before. */
export async function writeSettings(file: string, settings: SavedSettings): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: OWNER_ONLY_FOLDER });
  // Renamed, so that a reader never finds a part, and an older file with other rights is replaced.
  const part = `${file}.${process.pid}.part`;
  await writeFile(part, `${JSON.stringify(settings, undefined, 2)}\n`, { mode: OWNER_ONLY, flag: "wx" });
  await rename(part, file);
}

/** Removes the stored settings; false if there were none. */
export async function removeSettings(file: string): Promise<boolean> {
  try {
    await rm(file);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}

function parseLoosely(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
