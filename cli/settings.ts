import { baseAddress, headerKey, projectId } from "@/lib/contract/primitives";
import { usageError } from "./exit-status";
import { readSettings, settingsPath } from "./settings-file";

type Environment = Readonly<Record<string, string | undefined>>;

/** Where `npm start` has the service. */
const DEFAULT_URL = "http://localhost:3001";

/** Which service, with which key, about which project. */
export interface Settings {
  url: string;
  apiKey: string;
  /** Undefined for the default project of the key. */
  project: string | undefined;
  /** Where the key is from, for `whoami`. */
  keyFrom: string;
}

/** The options that name the service and the project. */
export interface GivenSettings {
  url?: string | undefined;
  project?: string | undefined;
}

/**
 * Options, then the environment, then what `loupe login` stored. A stored key is sent only to the address that it was
 * stored with.
 */
export async function findSettings(given: GivenSettings, environment: Environment): Promise<Settings> {
  const { LOUPE_URL, LOUPE_API_KEY, LOUPE_PROJECT } = environment;
  const file = settingsPath(environment);
  const stored = await readSettings(file);
  const url = readUrl(given.url, "--url") ?? readUrl(LOUPE_URL, "LOUPE_URL") ?? stored?.url ?? DEFAULT_URL;
  const ofFile = stored?.url === url ? stored : undefined;
  const apiKey = readKey(LOUPE_API_KEY) ?? ofFile?.api_key;
  if (apiKey === undefined)
    throw usageError(
      stored
        ? `The stored key is for ${stored.url}; set LOUPE_API_KEY, or run \`loupe login --url ${url}\`.`
        : "There is no API key; run `loupe login`, or set LOUPE_URL and LOUPE_API_KEY.",
    );
  const project =
    readProject(given.project, "--project") ?? readProject(LOUPE_PROJECT, "LOUPE_PROJECT") ?? ofFile?.project;
  return { url, apiKey, project, keyFrom: LOUPE_API_KEY ? "LOUPE_API_KEY" : file };
}

/** The address of a service; undefined if none is given. */
export function readUrl(text: string | undefined, source: string): string | undefined {
  if (!text) return undefined;
  const read = baseAddress.safeParse(text);
  if (read.success) return read.data;
  throw usageError(`${source} ${JSON.stringify(text)} is not an address such as ${DEFAULT_URL}.`);
}

export function readProject(text: string | undefined, source: string): string | undefined {
  if (!text) return undefined;
  const read = projectId.safeParse(text);
  if (read.success) return read.data;
  throw usageError(`${source} ${JSON.stringify(text)} ${read.error.issues[0]?.message ?? "is not valid"}.`);
}

/** A key, which is never repeated in a message. */
export function readKey(text: string | undefined, source = "LOUPE_API_KEY"): string | undefined {
  if (!text) return undefined;
  const read = headerKey.safeParse(text);
  if (read.success) return read.data;
  throw usageError(
    `${source} is not an API key: it has a space, a line break or another character that keys never have.`,
  );
}
