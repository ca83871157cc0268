import "server-only";
import { createHmac } from "node:crypto";
import { dashboardConfig, sessionSecret } from "./config";
import { sessionCredentials } from "./session";
import type { StoredSession } from "./stored-session";

/** Characters of the name: enough that no two people have the same. */
const NAME_CHARS = 22;

/**
 * A name for the signed-in user, under which the browser stores their drafts. It reveals nothing about the credentials,
 * and is the same whenever the same person signs in, with the same key if it is by key.
 */
export async function draftOwner(): Promise<string> {
  const credentials = await sessionCredentials();
  return credentials ? draftOwnerOf(credentials.session, dashboardConfig().isBuiltIn) : "";
}

/** `isBuiltIn`: Loupe's own service identifies people by their keys only, whatever user name they enter. */
export function draftOwnerOf(session: StoredSession, isBuiltIn: boolean): string {
  const { serviceName, username, password, name, isPerson } = session;
  // A person has another key in each session.
  const parts = isPerson ? [serviceName, "person", name] : [serviceName, isBuiltIn ? "" : username, password];
  const person = JSON.stringify(parts);
  return createHmac("sha256", sessionSecret()).update(`drafts ${person}`).digest("base64url").slice(0, NAME_CHARS);
}
