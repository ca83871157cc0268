import "server-only";
import { ApiError } from "@/lib/client/api-error";
import { type Client, createClient } from "@/lib/client/client";
import { DEFAULT_PROJECT } from "@/lib/contract/default-project";
import type { ConfiguredService } from "./config";
import { forwardedHeaders } from "./reader-address";
import { authorizationFor, type StoredSession } from "./stored-session";

const CHECK_TIMEOUT_MS = 10_000;

/**
 * A service's verdict on credentials. Only a 401 rejects them; a missing answer does not. `too_many`: the service
 * accepts no more attempts from that address for now.
 */
export type CredentialsCheck = "accepted" | "refused" | "too_many" | "down";

/** Checks credentials for a user at `address` by requesting a call that cannot exist. */
export async function checkCredentials(
  service: ConfiguredService,
  session: StoredSession,
  address: string,
): Promise<CredentialsCheck> {
  const body = { project_id: session.projectId ?? DEFAULT_PROJECT, id: `sign-in-check-${crypto.randomUUID()}` };
  try {
    await clientFor(service, session, address).request("callRead", body, withTimeout());
    return "accepted";
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return "down";
    if (error.status === 429) return "too_many";
    return error.status === 401 ? "refused" : "accepted";
  }
}

/** The owner of accepted credentials; undefined when the service does not report one. */
export async function keyOwner(
  service: ConfiguredService,
  session: StoredSession,
  address: string,
): Promise<string | undefined> {
  try {
    return (await clientFor(service, session, address).request("keysSelf", {}, withTimeout())).key.owner;
  } catch {
    return undefined;
  }
}

const withTimeout = () => ({ signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });

/** A client of a service with the credentials of a session, for a user at `address`. */
export function clientFor(service: ConfiguredService, session: StoredSession, address: string): Client {
  const authorization = authorizationFor("basic", session);
  return createClient({
    baseUrl: service.base_url,
    headers: { ...(authorization && { authorization }), ...forwardedHeaders(address) },
  });
}
