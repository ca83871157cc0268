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

/** The part of a session that pages may read. */
export interface SessionInfo {
  userName: string;
  serviceName: string;
  /** Whether the service uses user names. */
  asksUserName: boolean;
  /** The service's address, for snippets that send to it. */
  serviceUrl: string;
  /** The project that was entered when signing in. */
  projectId?: string;
}

/** Credentials of the request's session and the service they are for. Never pass this to a component. */
export interface SessionCredentials {
  service: ConfiguredService;
  session: StoredSession;
}

/**
 * Undefined when there is no session, when it has expired or was signed out, or when its service is no longer
 * configured.
 */
export async function sessionCredentials(): Promise<SessionCredentials | undefined> {
  // Only the cookies: getToken would also take a token from an Authorization header.
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

/** The session of a page. Without one the user is sent to the sign-in page and returns to `from`. */
export async function requireSession(from?: string): Promise<SessionInfo> {
  const credentials = await sessionCredentials();
  if (!credentials) return redirect(withSearch("/sign-in", { from }));
  const { serviceName, username, name, projectId } = credentials.session;
  const { public_url: serviceUrl, user_name: asksUserName } = credentials.service;
  return { userName: name ?? username, serviceName, asksUserName, serviceUrl, ...(projectId ? { projectId } : {}) };
}

/** Requests of a client that prefetches data: `signal` ends them all. */
interface PrefetchLimits {
  signal: AbortSignal;
  /** Most bytes of one answer; a longer one fails. */
  answerBytes: number;
}

/**
 * A client of the session's service, for all endpoints under its `base_url`, to prefetch data in a page; undefined
 * without a session. It does not wait for an unavailable service: the browser then requests what is missing and shows
 * any error.
 */
export async function sessionClient({ signal, answerBytes }: PrefetchLimits): Promise<Client | undefined> {
  const credentials = await sessionCredentials();
  if (!credentials) return undefined;
  const { service, session } = credentials;
  const requestHeaders = await headers();
  const forwarded = forwardedHeaders(readerAddress((name) => requestHeaders.get(name) ?? undefined));
  return createClient({
    baseUrl: service.base_url,
    headers: ({ auth }) => {
      const authorization = authorizationFor(auth, session);
      return { ...forwarded, ...(authorization && { authorization }) };
    },
    fetch: async (input, init) => atMost(answerBytes, await fetch(input, { ...init, signal })),
  });
}

/** The answer, failing where its body is longer. */
function atMost(bytes: number, answer: Response): Response {
  let left = bytes;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.byteLength;
      if (left < 0) controller.error(new Error(`The response is larger than ${bytes} bytes`));
      else controller.enqueue(chunk);
    },
  });
  const { status, headers: answered } = answer;
  return answer.body ? new Response(answer.body.pipeThrough(counted), { status, headers: answered }) : answer;
}
