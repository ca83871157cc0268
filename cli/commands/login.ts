import { ApiError } from "@/lib/client/api-error";
import { counted } from "@/lib/format/number";
import { connect } from "../connect";
import type { Context, Run } from "../context";
import { CommandError, EXIT, usageError } from "../exit-status";
import { readKey, readProject, readUrl } from "../settings";
import { settingsPath, writeSettings } from "../settings-file";
import { ask, firstLine } from "../terminal/ask";

const DEFAULT_URL = "http://localhost:3001";

/** Asks for an address and a key, checks both, and stores them for the other commands. */
export const run: Run = async (context, given) => {
  const { environment, notes, signal } = context;
  const isAsked = process.stdin.isTTY;
  const known = readUrl(given.text("url"), "--url") ?? readUrl(environment.LOUPE_URL, "LOUPE_URL");
  if (known === undefined && !isAsked) throw usageError("Without a terminal, `loupe login` needs --url or LOUPE_URL.");
  const typed = known ?? (await ask(`Address of the service [${DEFAULT_URL}]: `, { signal })).trim();
  const url = readUrl(typed || DEFAULT_URL, "The address") ?? DEFAULT_URL;
  await checkService(url, context);
  // Not an option: arguments are visible to everyone on the machine, and stay in the shell's history.
  const text = isAsked ? await ask("API key (not shown): ", { isSecret: true, signal }) : await firstLine();
  const apiKey = readKey(text.trim(), "What was entered");
  if (apiKey === undefined) throw usageError("No API key was entered.");
  const client = connect({ url, apiKey });
  const { key } = await client.request("keysSelf", {}, { signal }).catch((error: unknown) => {
    throw refusalOf(error, url);
  });
  const project = readProject(given.text("project"), "--project");
  const file = settingsPath(environment);
  await writeSettings(file, { url, api_key: apiKey, ...(project !== undefined && { project }) });
  const { projects } = await client.request("projectsQuery", {}, { signal });
  await notes.text(`Signed in to ${url} as ${key.owner}, who can read ${counted(projects.length, "project")}.`);
  await notes.text(`The default project is ${project ?? key.default_project}. The key is in ${file}.`);
  if (isExposed(url)) await notes.line("The address has no https: the key is sent unencrypted.");
  return EXIT.done;
};

/** Before a key is entered, so that it is not sent to just any server. */
async function checkService(url: string, { signal }: Context): Promise<void> {
  try {
    await connect({ url, apiKey: "" }).request("serverInfo", undefined, { signal });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === "unreachable") throw error;
    throw new CommandError(
      `${url} is not a Loupe service; enter the address of the service (by default port 3001), not of the dashboard.`,
      EXIT.service,
    );
  }
}

function refusalOf(error: unknown, url: string): unknown {
  if (!(error instanceof ApiError) || error.code !== "unauthenticated") return error;
  return new CommandError(
    `${url} does not accept this API key, so it was not stored; check that it is whole, of this service, and not revoked.`,
    EXIT.service,
  );
}

function isExposed(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}
