import { AppError } from "@/lib/contract/app-error";
import { invalidField } from "@/lib/contract/validate";
import { createClient } from "@/lib/client/client";
import { endpoints } from "@/lib/contract/endpoints";
import { fromHeaderText } from "@/lib/contract/header-text";
import { MCP_BODY_BYTES, MCP_MESSAGES, OPEN_REQUEST_BYTES } from "@/lib/contract/limits";
import { projectId } from "@/lib/contract/primitives";
import { PROOF_HEADER } from "@/lib/network/forwarded-proof";
import type { Identity } from "@/service/people/keys/identity";
import { readText } from "@/service/http/middleware/body";
import type { ServiceContext } from "@/service/http/middleware/env";
import { requireJsonType } from "@/service/http/middleware/json-body";
import type { Route } from "@/service/http/routes/route";

/** Sends a request to the endpoints of this app, as if it had come from the same client. */
type Dispatch = (request: Request, from: ServiceContext) => Response | Promise<Response>;

const LIMITS = { packedBytes: MCP_BODY_BYTES, unpackedBytes: MCP_BODY_BYTES };
/** Headers that say who the client is, and by which its requests are found in the log. */
const SAME_CLIENT = ["authorization", "x-api-key", "wandb-api-key", "x-forwarded-for", PROOF_HEADER, "user-agent"];
/** Where a client names the project of tools that are called without one. */
const PROJECT = { header: "Client-Project", parameter: "project" };

/** The Model Context Protocol. Its tools are requests to the endpoints of the contract with the key of the caller. */
export function mcpRoute(dispatch: Dispatch): Route<typeof endpoints.mcp> {
  return {
    endpoint: endpoints.mcp,
    async answer(c, { version, logger, clock }) {
      const identity = c.get("identity");
      // Default deny: only requests that passed the guard are answered.
      if (!identity) throw new AppError("forbidden", "This endpoint requires an API key");
      const defaultProject = projectOf(c, identity);
      const body = await readMessages(c);
      // Loaded with the first request: most processes never have one.
      const { answerMcp } = await import("./mcp-server");
      const { signal } = c.req.raw;
      const caller = { client: clientFor(c, dispatch), signal, defaultProject, now: clock().getTime() };
      const about = { identity, caller, version, logger, requestId: c.get("requestId") };
      const answer = await answerMcp(withoutBody(c), body, about);
      // An answer is small; as a whole it needs no connection that stays open.
      return new Response(await answer.arrayBuffer(), { status: answer.status, headers: headersOf(answer) });
    },
  };
}

/** The messages of a request, as the SDK reads them. */
async function readMessages(c: ServiceContext): Promise<unknown> {
  requireJsonType(c);
  const text = await readText(c, LIMITS);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw new AppError("not_json", "The body is not valid JSON", { cause });
  }
  if (Array.isArray(body) && body.length > MCP_MESSAGES)
    throw new AppError("invalid", `A request has at most ${MCP_MESSAGES} messages`);
  c.get("bodyLease").keep(OPEN_REQUEST_BYTES);
  return body;
}

function withoutBody({ req: { raw } }: ServiceContext): Request {
  return new Request(raw.url, { method: raw.method, headers: raw.headers, signal: raw.signal });
}

function headersOf(answer: Response): Record<string, string> {
  const type = answer.headers.get("content-type");
  return type === null ? {} : { "content-type": type };
}

/** A client whose requests go to this app, with the key of the caller. */
function clientFor(c: ServiceContext, dispatch: Dispatch) {
  const same = SAME_CLIENT.flatMap((name) => {
    const value = c.req.header(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return createClient({
    baseUrl: new URL(c.req.url).origin,
    headers: { ...Object.fromEntries(same), "x-request-id": c.get("requestId") },
    fetch: async (address, init) => dispatch(new Request(address, init), c),
  });
}

/** The project that a client names for all its calls, else that of the key. */
function projectOf(c: ServiceContext, { defaultProject }: Identity): string {
  const { header, parameter } = PROJECT;
  const sent = c.req.header(header);
  const [name, value] = sent === undefined ? [parameter, c.req.query(parameter)] : [header, fromHeaderText(sent)];
  if (value === undefined) return defaultProject;
  const read = projectId.safeParse(value);
  if (read.success) return read.data;
  const message = read.error.issues[0]?.message ?? "is not a project";
  throw invalidField(name, message);
}
