import type { z } from "zod";
import { addressOf, type Endpoint, takesBody } from "@/lib/contract/endpoint";
import type { EndpointName } from "@/lib/contract/endpoints";
import { type JsonText, writeJson } from "@/lib/json/text";
import type { AnswerOf, Endpoints } from "./answers";
import { ApiError, isTransient } from "./api-error";
import type { ConnectionGate } from "./connection-gate";
import { readLines } from "./json-lines";
import type { SessionGate } from "./session-gate";

interface ClientOptions {
  /** Prefix of the endpoint's path: a service's `base_url`, or the dashboard's relay. */
  baseUrl: string;
  fetch?: typeof globalThis.fetch;
  /** The same for every endpoint, or by endpoint. */
  headers?: Readonly<Record<string, string>> | ((endpoint: Endpoint) => Readonly<Record<string, string>>);
  /** If set, a request that got 401 waits here for new credentials and is then sent again. */
  session?: SessionGate;
  /** If set, a request without a response waits here and is then sent again. */
  connection?: ConnectionGate;
}

interface CallOptions {
  signal?: AbortSignal;
  /** The answer is saved as a file, not shown; the service records that. */
  isExport?: boolean;
  /** In addition to those of the client. */
  headers?: Readonly<Record<string, string>>;
}

/** The request of an endpoint; JSON text is sent unchanged. */
export type RequestOf<Name extends EndpointName> =
  | (Endpoints[Name] extends { request: infer Request extends z.ZodType } ? z.input<Request> : undefined)
  | JsonText;

/** The contract's endpoints by name. Every failure is an `ApiError`, except an abort, which rejects with its reason. */
export interface Client {
  /** One JSON response, parsed with the endpoint's schema; payload fields keep their exact text. */
  request<Name extends EndpointName>(name: Name, body: RequestOf<Name>, options?: CallOptions): Promise<AnswerOf<Name>>;
  /** Rows as they arrive; throws `cut_off` after the last one if the list is incomplete. */
  stream<Name extends EndpointName>(
    name: Name,
    body: RequestOf<Name>,
    options?: CallOptions,
  ): AsyncGenerator<AnswerOf<Name>>;
  /** The raw response, for endpoints that do not return JSON. */
  open<Name extends EndpointName>(name: Name, body: RequestOf<Name>, options?: CallOptions): Promise<Response>;
}

/** Parsing with the contract's schemas: the page is usable before this is loaded. */
export const loadAnswers = () => import("./answers");

/** A typed client of a service, or of the dashboard's relay to one. */
export function createClient(options: ClientOptions): Client {
  return {
    async request(name, body, call = {}) {
      const answer = await send(options, name, body, call);
      const text = await answer.text().catch((cause: unknown) => {
        call.signal?.throwIfAborted();
        throw new ApiError("cut_off", "The response was cut off: the connection was lost.", { cause });
      });
      const { parseAnswer } = await loadAnswers();
      return parseAnswer(name, text, answer);
    },
    async *stream(name, body, call = {}) {
      const answer = await send(options, name, body, call);
      const { parseAnswer } = await loadAnswers();
      if (!answer.body) return;
      for await (const line of readLines(answer.body, call.signal)) yield parseAnswer(name, line, answer);
    },
    open: (name, body, call = {}) => send(options, name, body, call),
  };
}

/** Sends the request until there is a response or a final failure; the gates decide whether and when to retry. */
async function send(options: ClientOptions, name: EndpointName, body: unknown, call: CallOptions) {
  const { session, connection } = options;
  const { signal } = call;
  for (;;) {
    const epoch = session?.epoch ?? 0;
    const answer = await attempt(options, name, body, call);
    const isFailure = answer instanceof ApiError;
    if (isFailure && connection && isTransient(answer)) {
      await connection.wait(answer, signal);
      continue;
    }
    connection?.answered();
    if (!isFailure) return answer;
    if (answer.status !== 401 || !session) throw answer;
    await session.renewedSince(epoch, answer, signal);
  }
}

async function attempt(
  { baseUrl, headers, fetch = globalThis.fetch }: ClientOptions,
  name: EndpointName,
  body: unknown,
  { signal, isExport, headers: more }: CallOptions,
): Promise<Response | ApiError> {
  try {
    const { endpointNamed, errorOfAnswer, headersOf } = await loadAnswers();
    const endpoint = endpointNamed(name);
    const hasBody = takesBody(endpoint);
    const answer = await fetch(`${baseUrl}${addressOf(endpoint, body)}`, {
      method: endpoint.method,
      headers: {
        ...(typeof headers === "function" ? headers(endpoint) : headers),
        ...more,
        ...headersOf(hasBody, isExport),
      },
      body: hasBody ? writeJson(body) : null,
      signal: signal ?? null,
      redirect: "error",
      cache: "no-store",
    });
    return answer.ok ? answer : await errorOfAnswer(answer, endpoint);
  } catch (cause) {
    signal?.throwIfAborted();
    return new ApiError("unreachable", `${placeOf(baseUrl)} did not respond.`, { cause });
  }
}

function placeOf(baseUrl: string): string {
  return baseUrl.startsWith("/") ? "The dashboard" : `The service (${baseUrl})`;
}
