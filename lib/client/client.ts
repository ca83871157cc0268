import type { z } from "zod";
import { addressOf, type Endpoint, takesBody } from "@/lib/contract/endpoint";
import { fieldErrors } from "@/lib/contract/errors";
import { parseJson, slicePlan } from "@/lib/contract/json/slice";
import { writeJson } from "@/lib/contract/json/text";
import { ApiError, errorOfAnswer, isTransient } from "./api-error";
import type { ConnectionGate } from "./connection-gate";
import { readLines } from "./json-lines";
import type { SessionGate } from "./session-gate";

interface ClientOptions {
  /** Address before the endpoint's path: a service's `base_url`, or the dashboard's relay. */
  baseUrl: string;
  fetch?: typeof globalThis.fetch;
  headers?: Readonly<Record<string, string>>;
  /** When given, a request refused with 401 waits here for new credentials and is then sent again. */
  session?: SessionGate;
  /** When given, a request that nobody answers waits here and is then sent again. */
  connection?: ConnectionGate;
}

interface CallOptions {
  signal?: AbortSignal;
}

/** The contract's endpoints as functions; every failure is an `ApiError`, but for an abort, which rejects as such. */
export interface Client {
  /** One JSON answer, parsed by the endpoint's schema; payload fields keep their exact text. */
  request<Request extends z.ZodType, Answer extends z.ZodType>(
    endpoint: Endpoint<Request, Answer>,
    body: z.input<Request>,
    options?: CallOptions,
  ): Promise<z.output<Answer>>;
  /** Rows as they arrive; throws `cut_off` after the last one when the list did not arrive whole. */
  stream<Request extends z.ZodType, Answer extends z.ZodType>(
    endpoint: Endpoint<Request, Answer>,
    body: z.input<Request>,
    options?: CallOptions,
  ): AsyncGenerator<z.output<Answer>>;
  /** The answer as it comes, for one that is no JSON. */
  open<Request extends z.ZodType>(
    endpoint: Endpoint<Request>,
    body: z.input<Request>,
    options?: CallOptions,
  ): Promise<Response>;
}

/** A typed client of a service, or of the dashboard's relay to one. */
export function createClient(options: ClientOptions): Client {
  return {
    async request(endpoint, body, { signal } = {}) {
      const answer = await send(options, endpoint, body, signal);
      const text = await answer.text().catch((cause: unknown) => {
        signal?.throwIfAborted();
        throw new ApiError("cut_off", "The answer was cut off: the connection broke.", { cause });
      });
      return parseAnswer(endpoint, text, answer);
    },
    async *stream(endpoint, body, { signal } = {}) {
      const answer = await send(options, endpoint, body, signal);
      if (!answer.body) return;
      for await (const line of readLines(answer.body, signal)) yield parseAnswer(endpoint, line, answer);
    },
    open: (endpoint, body, { signal } = {}) => send(options, endpoint, body, signal),
  };
}

/** Sends until there is an answer to give or a failure to tell; the gates say whether and when to send again. */
async function send(options: ClientOptions, endpoint: Endpoint, body: unknown, signal: AbortSignal | undefined) {
  const { session, connection } = options;
  for (;;) {
    const epoch = session?.epoch ?? 0;
    const answer = await attempt(options, endpoint, body, signal);
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
  endpoint: Endpoint,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<Response | ApiError> {
  const hasBody = takesBody(endpoint);
  try {
    const answer = await fetch(`${baseUrl}${addressOf(endpoint, body)}`, {
      method: endpoint.method,
      headers: { ...headers, ...(hasBody ? { "content-type": "application/json" } : {}) },
      body: hasBody ? writeJson(body) : null,
      signal: signal ?? null,
      redirect: "error",
      cache: "no-store",
    });
    return answer.ok ? answer : await errorOfAnswer(answer);
  } catch (cause) {
    signal?.throwIfAborted();
    return new ApiError("unreachable", `${placeOf(baseUrl)} did not answer.`, { cause });
  }
}

function placeOf(baseUrl: string): string {
  return baseUrl.startsWith("/") ? "The dashboard" : `The service (${baseUrl})`;
}

function parseAnswer<Answer extends z.ZodType>(
  endpoint: Endpoint<z.ZodType, Answer>,
  text: string,
  { status, headers }: Response,
): z.output<Answer> {
  const details = { status, requestId: headers.get("x-request-id") ?? undefined };
  let value: unknown;
  try {
    value = parseJson(text, slicePlan(endpoint.response));
  } catch (cause) {
    throw new ApiError("unexpected_answer", `${endpoint.path} answered something that is not JSON.`, {
      ...details,
      cause,
    });
  }
  const parsed = endpoint.response.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = fieldErrors(parsed.error);
  const first = errors[0] ? `: ${errors[0].path} ${errors[0].message}` : "";
  throw new ApiError("unexpected_answer", `${endpoint.path} answered in another shape than expected${first}.`, {
    ...details,
    errors,
  });
}
