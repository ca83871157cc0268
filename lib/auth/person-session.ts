import "server-only";
import type { Account } from "next-auth";
import {
  INVITATION_ENDED,
  INVITATION_OF_ANOTHER,
  NO_ACCESS,
  NOT_SET_UP,
  SERVICE_DOWN,
  TOKEN_REFUSED,
  TOO_MANY_ATTEMPTS,
} from "@/lib/client/sign-in";
import type { PeopleSignOut } from "@/lib/contract/people";
import { ApiError } from "@/lib/client/api-error";
import { clientFor } from "./check-credentials";
import type { DashboardConfig } from "./config";
import { forwardedHeaders } from "./reader-address";
import { ANY_NAME, type StoredSession } from "./stored-session";
import { createClient } from "@/lib/client/client";

/** The service asks the provider meanwhile. */
const SIGN_IN_MS = 20_000;
const SIGN_OUT_MS = 5_000;

type ProviderTokens = Pick<Account, "id_token" | "access_token" | "refresh_token" | "nonce">;

/**
 * Gives the tokens of the provider to the first service, which verifies them; only the key of the session that it starts
 * is kept here. `invitation`: the token of one that is accepted with it. Throws one of the codes of `lib/client/sign-in.ts`.
 */
export async function startPersonSession(
  { id_token, access_token, refresh_token, nonce }: ProviderTokens,
  { services: [service] }: DashboardConfig,
  address: string,
  invitation?: string,
): Promise<StoredSession> {
  if (!service || id_token === undefined || access_token === undefined || nonce === undefined)
    throw new Error(TOKEN_REFUSED);
  const client = createClient({ baseUrl: service.base_url, headers: forwardedHeaders(address) });
  const signal = AbortSignal.timeout(SIGN_IN_MS);
  try {
    const sent = { id_token, access_token, refresh_token, nonce, invitation };
    const { key, owner } = await client.request("peopleSignIn", sent, { signal });
    const { name: serviceName } = service;
    return { serviceName, username: ANY_NAME, name: owner, password: key, token: key, isPerson: true };
  } catch (error) {
    throw new Error(error instanceof ApiError ? codeOf(error, invitation !== undefined) : SERVICE_DOWN, {
      cause: error,
    });
  }
}

/**
 * Ends a session that a provider has started, at the service; returns what follows at the provider. A session that the
 * service does not end now ends by itself.
 */
export async function endPersonSession(
  session: StoredSession | undefined,
  { services }: DashboardConfig,
  address: string,
): Promise<PeopleSignOut | undefined> {
  const service = services.find(({ name }) => name === session?.serviceName);
  if (!session?.isPerson || !service) return undefined;
  try {
    const signal = AbortSignal.timeout(SIGN_OUT_MS);
    return await clientFor(service, session, address).request("peopleSignOut", {}, { signal });
  } catch {
    return undefined;
  }
}

function codeOf({ status, code }: ApiError, isInvited: boolean): string {
  if (isInvited && (status === 409 || code === "not_found")) return INVITATION_ENDED;
  if (isInvited && status === 422) return INVITATION_OF_ANOTHER;
  switch (status) {
    case 401:
    case 422:
      return TOKEN_REFUSED;
    case 403:
      return NO_ACCESS;
    case 429:
      return TOO_MANY_ATTEMPTS;
    case 404:
    case 405:
      return NOT_SET_UP;
    default:
      return SERVICE_DOWN;
  }
}
