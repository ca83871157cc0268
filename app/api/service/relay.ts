import { Agent } from "undici";
import { forwardedHeaders, readerAddress } from "@/lib/auth/reader-address";
import type { ConfiguredService } from "@/lib/auth/config";
import type { SessionCredentials } from "@/lib/auth/session";
import { authorizationFor, type StoredSession } from "@/lib/auth/stored-session";
import { AppError } from "@/lib/contract/app-error";
import { EXPORT_HEADER } from "@/lib/contract/export-header";
import { CALL_ID_HEADER, PROMPT_HEADER, RECORD_HEADER, ROW_HEADER, UPSTREAM_HEADER } from "@/lib/contract/chat-wire";
import { addressOf, type Endpoint, matchPath } from "@/lib/contract/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import type { TraceError } from "@/lib/contract/errors";
import { ERROR_STATUS } from "@/lib/contract/error-codes";
import { FIRST_TOKEN_MS } from "@/lib/contract/limits";
import { isSameOrigin } from "./same-origin";

const SENT_ON = [
  "content-type",
  "accept",
  "client-project",
  "idempotency-key",
  "x-request-id",
  RECORD_HEADER,
  PROMPT_HEADER,
  ROW_HEADER,
];
// Not WWW-Authenticate: it would make the browser show its own password prompt.
const SENT_BACK = [
  "content-type",
  "content-disposition",
  "retry-after",
  "x-request-id",
  CALL_ID_HEADER,
  UPSTREAM_HEADER,
];
const TIMEOUTS = ["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "UND_ERR_CONNECT_TIMEOUT"];
/** What proxies answer for a server that does not. */
const PROXY_STATUSES = [502, 503, 504];
const FIRST_BYTE_MARGIN_MS = 60_000;
/** A service that waits for a model's first token may try two servers, one after the other. */
const dispatcher = new Agent({ headersTimeout: 2 * FIRST_TOKEN_MS + FIRST_BYTE_MARGIN_MS });
/** The browser disconnected first, so nobody reads the response. */
const CLIENT_CLOSED_REQUEST = 499;

interface RelayOptions {
  /** Path after the relay's own, as the browser sent it. */
  path: string;
  credentials: SessionCredentials | undefined;
  /** The service of people who are not signed in. */
  first?: ConfiguredService;
  /** The dashboard's public address, if configured. */
  url: string | undefined;
}

/**
 * Forwards a browser request to the session's service and streams the response back: only endpoints of the contract,
 * only from this dashboard's own pages, with credentials that never leave the server.
 */
export async function relay(request: Request, options: RelayOptions): Promise<Response> {
  try {
    return await passOn(request, options);
  } catch (error) {
    if (request.signal.aborted) return new Response(null, { status: CLIENT_CLOSED_REQUEST });
    if (!(error instanceof AppError)) throw error;
    const { code, message } = error;
    const request_id = request.headers.get("x-request-id") ?? crypto.randomUUID();
    const body: TraceError = { code, message, request_id };
    return Response.json(body, { status: ERROR_STATUS[code], headers: { "cache-control": "no-store" } });
  }
}

async function passOn(request: Request, { path, credentials, first, url }: RelayOptions): Promise<Response> {
  const { endpoint, fields } = relayedEndpoint(request.method, path);
  if (request.method !== "GET" && !isSameOrigin(request.headers, url))
    throw new AppError(
      "forbidden",
      "The request did not come from this dashboard. Open the dashboard at its public address and try again.",
    );
  const service = endpoint.relayed === "open" ? first : credentials?.service;
  if (!service) throw new AppError("unauthenticated", "You are not signed in. Sign in and try again.");
  const session = endpoint.relayed === "open" ? undefined : credentials?.session;
  const address = service[endpoint.base];
  const asked = { ...(request.method === "GET" && Object.fromEntries(new URL(request.url).searchParams)), ...fields };
  const answer = await ask(request, endpoint, { address, session, path: addressOf(endpoint, asked) });
  if (answer.status >= 300 && answer.status < 400) {
    await answer.body?.cancel();
    throw new AppError(
      "bad_gateway",
      `The service (${address}) responded with a redirect, which is not followed. Set its address in LOUPE_SERVICES to the one that it redirects to.`,
    );
  }
  if (isOfProxy(answer)) {
    await answer.body?.cancel();
    throw new AppError(
      answer.status === ERROR_STATUS.gateway_timeout ? "gateway_timeout" : "bad_gateway",
      `The service did not respond (${address}). A proxy in front of it answered with status ${answer.status}.`,
    );
  }
  return new Response(answer.body, { status: answer.status, headers: headersBack(answer, endpoint) });
}

/** Whether a proxy answered in place of the service, whose errors are JSON. */
function isOfProxy({ status, headers }: Response): boolean {
  return PROXY_STATUSES.includes(status) && !headers.get("content-type")?.startsWith("application/json");
}

/** The endpoint of a path, and the parameters in it. */
function relayedEndpoint(method: string, path: string): { endpoint: Endpoint; fields: Record<string, string> } {
  const known = Object.values<Endpoint>(endpoints).flatMap((endpoint) => {
    const fields = endpoint.relayed ? matchPath(endpoint.path, path) : undefined;
    return fields ? [{ endpoint, fields }] : [];
  });
  const meant = known.find(({ endpoint }) => endpoint.method === method);
  if (meant) return meant;
  if (known.length > 0) throw new AppError("method_not_allowed", `${path} does not accept ${method}.`);
  throw new AppError(
    "unknown_endpoint",
    "The dashboard does not forward requests to this endpoint; send them to the service.",
  );
}

async function ask(
  request: Request,
  endpoint: Endpoint,
  { address, path, session }: { address: string; path: string; session: StoredSession | undefined },
): Promise<Response> {
  const headers = pick(request.headers, SENT_ON);
  headers.set("accept-encoding", "identity");
  if (request.headers.get(EXPORT_HEADER) === "yes") headers.set(EXPORT_HEADER, "yes");
  const authorization = session && authorizationFor(endpoint.auth, session);
  if (authorization) headers.set("authorization", authorization);
  const forwarded = forwardedHeaders(readerAddress((name) => request.headers.get(name) ?? undefined));
  for (const [name, value] of Object.entries(forwarded)) headers.set(name, value);
  const init: RequestInit & { duplex: "half"; dispatcher: Agent } = {
    method: endpoint.method,
    headers,
    body: endpoint.method === "GET" ? null : request.body,
    duplex: "half",
    redirect: "manual",
    signal: request.signal,
    cache: "no-store",
    dispatcher,
  };
  try {
    return await fetch(`${address}${path}`, init);
  } catch (cause) {
    const code = isTimeout(cause) ? "gateway_timeout" : "bad_gateway";
    throw new AppError(code, `The service did not respond (${address}).`, { cause });
  }
}

function headersBack(answer: Response, endpoint: Endpoint): Headers {
  const headers = pick(answer.headers, SENT_BACK);
  const isStreamed = endpoint.answer !== "json" || answer.headers.get("content-type")?.startsWith("text/event-stream");
  headers.set("cache-control", isStreamed ? "no-store, no-transform" : "no-store");
  // A service's response is data: opened as a page it must not run anything.
  headers.set("content-security-policy", "default-src 'none'; sandbox");
  headers.set("x-content-type-options", "nosniff");
  headers.set("x-accel-buffering", "no");
  return headers;
}

function pick(headers: Headers, names: readonly string[]): Headers {
  return new Headers(
    names.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value] satisfies [string, string]];
    }),
  );
}

function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? error.code : undefined;
  return (typeof code === "string" && TIMEOUTS.includes(code)) || isTimeout(error.cause);
}
