import * as z from "zod";
import { openAiError } from "@/lib/contract/errors";
import { ERROR_STATUS, type ErrorCode } from "@/lib/contract/error-codes";
import type { Upstream } from "./upstream";

const LAST_STATUS = 599;
const SHOWN_CHARS = 2_000;
/** A page of a proxy, rather than words. */
const MARKUP = /^\s*</;

/** Error bodies of servers that are not in OpenAI's shape: Ollama's, FastAPI's, vLLM's older one. */
const otherShapes = z.union([
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
  z.object({ detail: z.unknown() }).transform(({ detail }) => JSON.stringify(detail)),
]);

type OpenAiError = z.infer<typeof openAiError>;

/** An error as it is answered: status, and a body in OpenAI's shape. */
export type ErrorAnswer = { status: number; body: string };

/**
 * A server's error with its status and words. One in OpenAI's shape is passed on as it came, but for the server's key.
 * That the server refused that key is no matter of the caller's own: it becomes a 502.
 */
export function errorAnswer(upstream: Upstream, told: number, body: string): ErrorAnswer {
  // HTTP has no status beyond; some servers do.
  const status = told > LAST_STATUS ? ERROR_STATUS.bad_gateway : told;
  const text = upstream.withoutKey(body);
  const words = wordsOf(text) ?? `The model server ${upstream.name} answered with status ${told}`;
  if (status === ERROR_STATUS.unauthenticated) {
    const message = `The model server ${upstream.name} refused the key that this service has for it: ${words}`;
    return { status: ERROR_STATUS.bad_gateway, body: writeError(message, "server_error", "bad_gateway") };
  }
  if (isOpenAiShape(text)) return { status, body: text };
  return { status, body: writeError(words, status >= 500 ? "server_error" : "invalid_request_error", null) };
}

/** A failure of ours as the last event of a stream, in the shape that OpenAI's SDKs throw. */
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

/** What an error says, undefined when it says nothing. */
export function wordsOf(text: string): string | undefined {
  const known = otherShapes.safeParse(parsed(text));
  const words = known.success ? known.data : MARKUP.test(text) ? "" : text;
  return words.trim().slice(0, SHOWN_CHARS) || undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
