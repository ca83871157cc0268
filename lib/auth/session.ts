import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { NextRequest } from "next/server";
import { getToken } from "next-auth/jwt";
import { type Client, createClient } from "@/lib/client/client";
import { withSearch } from "@/lib/format/address";
import { type ConfiguredService, dashboardConfig, sessionSecret } from "./config";
import { endedSessions } from "./ended-sessions";
import { forwardedHeaders, readerAddress } from "./reader-address";
import { sessionCookieName } from "./options";
import { authorizationFor, type StoredSession, storedSession } from "./stored-session";

/** Longest time that a page waits for prefetched data. */
const READ_AHEAD_MS = 1500;

/** The part of a session that pages may use. */
export interface SessionInfo {
  userName: string;
  serviceName: string;
  /** Whether the service uses user names. */
  asksUserName: boolean;
  /** Where the service answers, for snippets that send to it. */
  serviceUrl: string;
  /** The project that was given when signing in. */
  projectId?: string;
}

/** Credentials of the request's session and the service they are for. Never hand this to a component. */
export interface SessionCredentials {
  service: ConfiguredService;
  session: StoredSession;
}

/** Undefined when there is no session, it has run out or was signed out, or its service is no longer configured. */
export async function sessionCredentials(): Promise<SessionCredentials | undefined> {
  // Only the cookies: getToken would take a token from an Authorization header too.
  const cookie = (await headers()).get("cookie") ?? "";
  const token = await getToken({
    req: new NextRequest("http://localhost", { headers: { cookie } }),
    secret: sessionSecret(),
    cookieName: sessionCookieName(),
  });
  const session = storedSession.safeParse(token?.stored);
  const service = dashboardConfig().services.find(({ name }) => name === session.data?.serviceName);
  if (!session.success || !service || !token?.sessionId) return undefined;
  return (await endedSessions().has(token.sessionId)) ? undefined : { service, session: session.data };
}

/** The session of a page; without one the reader is sent to sign in and comes back to `from`. */
export async function requireSession(from?: string): Promise<SessionInfo> {
  const credentials = await sessionCredentials();
  if (!credentials) return redirect(withSearch("/sign-in", { from }));
  const { serviceName, username, name, projectId } = credentials.session;
  const { base_url: serviceUrl, user_name: asksUserName } = credentials.service;
  return { userName: name ?? username, serviceName, asksUserName, serviceUrl, ...(projectId ? { projectId } : {}) };
}

/**
 * A client of the session's service, to prefetch data in a page; undefined without a session. It gives up soon: the
 * browser requests what is missing, and can show what is wrong.
 */
export async function sessionClient(): Promise<Client | undefined> {
  const credentials = await sessionCredentials();
  if (!credentials) return undefined;
  const authorization = authorizationFor("basic", credentials.session);
  const asked = await headers();
  const address = readerAddress((name) => asked.get(name) ?? undefined);
  return createClient({
    baseUrl: credentials.service.base_url,
    headers: { ...(authorization && { authorization }), ...forwardedHeaders(address) },
    fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(READ_AHEAD_MS) }),
  });
}
