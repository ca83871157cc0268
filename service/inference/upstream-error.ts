import * as z from "zod";
import { openAiError } from "@/lib/contract/errors";
import { ERROR_STATUS, type ErrorCode } from "@/lib/contract/error-codes";
import type { Upstream } from "./upstream";

const LAST_STATUS = 599;
const SHOWN_CHARS = 2_000;
/** An HTML page of a proxy, which contains no message. */
const MARKUP = /^\s*</;

/** Error bodies that are not in OpenAI's format: Ollama's, FastAPI's, vLLM's older one. */
const otherShapes = z.union([
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
  z.object({ detail: z.unknown() }).transform(({ detail }) => JSON.stringify(detail)),
]);

type OpenAiError = z.infer<typeof openAiError>;

/** An error as sent to the caller: status, and a body in OpenAI's format. */
export type ErrorAnswer = { status: number; body: string };

/**
 * A server's error with its status and message. One in OpenAI's format is forwarded as received, without the server's
 * key. If the server rejected that key, which is not the caller's fault, the error becomes a 502.
 */
export function errorAnswer(upstream: Upstream, upstreamStatus: number, body: string): ErrorAnswer {
  // Some servers respond with a status above 599, which HTTP does not have.
  const status = upstreamStatus > LAST_STATUS ? ERROR_STATUS.bad_gateway : upstreamStatus;
  const text = upstream.withoutKey(body);
  const message = errorMessageOf(text) ?? `The model server ${upstream.name} responded with status ${upstreamStatus}`;
  if (status === ERROR_STATUS.unauthenticated) {
    const refused = `Model server ${upstream.name} rejected Loupe's API key (check ${keyPlaceOf(upstream)}): ${message}`;
    return { status: ERROR_STATUS.bad_gateway, body: writeError(refused, "server_error", "bad_gateway") };
  }
  if (isOpenAiShape(text)) return { status, body: text };
  return { status, body: writeError(message, status >= 500 ? "server_error" : "invalid_request_error", null) };
}

const keyPlaceOf = ({ source }: Upstream) =>
  source === "stored" ? "it in Settings, Model servers" : "api_key in LOUPE_UPSTREAMS";

/** An error of this service as the last event of a stream, in the format that OpenAI's SDKs throw. */
export function errorEvent(message: string, code: ErrorCode): string {
  return writeError(message, "server_error", code);
}

function writeError(message: string, type: string, code: string | null): string {
  const body: OpenAiError = { error: { message, type, param: null, code } };
  return JSON.stringify(body);
}

function isOpenAiShape(text: string): boolean {
  return z.object({ error: z.object({ message: z.string() }) }).safeParse(parsed(text)).success;
}

/** The message of an error body; undefined when it has none. */
export function errorMessageOf(text: string): string | undefined {
  const known = otherShapes.safeParse(parsed(text));
  const message = known.success ? known.data : MARKUP.test(text) ? "" : text;
  return message.trim().slice(0, SHOWN_CHARS) || undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
