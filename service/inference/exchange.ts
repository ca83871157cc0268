import { AppError } from "@/lib/contract/app-error";
import { Attempt, type AnswerTimeouts, type SentRequest } from "./attempt";
import { EventStream } from "./event-stream";
import { readUpTo } from "./read-body";
import { type ErrorAnswer, errorAnswer, errorEvent } from "./upstream-error";
import type { Upstream } from "./upstream";
import type { AnswerHead } from "./upstream-answer";

/** An answer up to this size is sent at once; a larger one in parts, as they arrive. */
const WHOLE_BYTES = 2 ** 20;
const ERROR_BYTES = 2 ** 20;
const OK = 200;
const REDIRECT = 300;
const ERROR = 400;
const EVENTS = "text/event-stream";
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i;
const UNPACKED = "identity";
const SHOWN_CHARS = 100;

/**
 * A server's answer: complete, in parts as they arrive, or an error. `cancel` aborts the request when the reader
 * disconnects.
 */
export type ChatAnswer = { upstream: string } & (
  | { kind: "whole"; bytes: Uint8Array<ArrayBuffer> }
  | { kind: "events" | "parts"; parts: AsyncIterable<Uint8Array>; cancel: () => void }
  | ({ kind: "error"; retryAfter?: string; upstreamStatus: number } & ErrorAnswer)
);

/**
 * Requests a completion from one server and waits for the first byte of its answer. Throws `bad_gateway` when there is
 * no answer or it is not that of a model server, and `gateway_timeout`.
 */
export async function exchange(
  upstream: Upstream,
  sent: SentRequest,
  caller: AbortSignal,
  timeouts: AnswerTimeouts,
): Promise<ChatAnswer> {
  const attempt = new Attempt(upstream, sent, caller, timeouts);
  try {
    const answer = await readAnswer(attempt, await attempt.answer.head);
    if (!("parts" in answer)) attempt.end();
    return answer;
  } catch (error) {
    attempt.end();
    throw error instanceof AppError || attempt.hasCallerLeft ? error : upstream.unanswered(error);
  }
}

async function readAnswer(attempt: Attempt, head: AnswerHead): Promise<ChatAnswer> {
  const { status, headers } = head;
  const { answer, cancel } = attempt;
  const upstream = attempt.upstream.name;
  if (status >= ERROR) return { upstream, ...(await readError(attempt, head)) };
  const type = String(headers["content-type"] ?? "");
  const isEvents = type.toLowerCase().startsWith(EVENTS);
  const reason = unexpected(status, type, isEvents, String(headers["content-encoding"] ?? UNPACKED));
  if (reason !== undefined) {
    attempt.abort();
    throw new AppError("bad_gateway", `The model server ${upstream} responded with ${reason}`);
  }
  if (isEvents) {
    const first = await answer.next();
    return { upstream, kind: "events", parts: passEvents(attempt, first), cancel };
  }
  const { bytes, rest } = await readUpTo(answer, WHOLE_BYTES);
  return rest
    ? { upstream, kind: "parts", parts: passParts(attempt, bytes, rest), cancel }
    : { upstream, kind: "whole", bytes };
}

async function readError(attempt: Attempt, { status, headers }: AnswerHead) {
  const { bytes, rest } = await readUpTo(attempt.answer, ERROR_BYTES);
  if (rest) attempt.abort();
  const retryAfter = headers["retry-after"];
  return {
    kind: "error" as const,
    upstreamStatus: status,
    ...errorAnswer(attempt.upstream, status, new TextDecoder().decode(bytes)),
    ...(typeof retryAfter === "string" && { retryAfter }),
  };
}

/** Why an answer is not that of a model server; undefined if it is. */
function unexpected(status: number, type: string, isEvents: boolean, encoding: string): string | undefined {
  if (status >= REDIRECT) return "a redirect, which is not followed";
  if (status !== OK) return `status ${status}; expected ${OK}`;
  // It was not requested, and the caller would not notice it.
  if (encoding !== UNPACKED) return `encoding ${JSON.stringify(encoding.slice(0, SHOWN_CHARS))}; expected none`;
  if (isEvents || JSON_TYPE.test(type)) return undefined;
  return `content type ${JSON.stringify(type.slice(0, SHOWN_CHARS))}; expected JSON or ${EVENTS}`;
}

/** Forwards complete events as they arrive; a last event reports an incomplete answer. */
async function* passEvents(attempt: Attempt, first: IteratorResult<Buffer>): AsyncGenerator<Uint8Array> {
  const events = new EventStream();
  const errorOf = ({ message, code }: AppError) => events.event(errorEvent(message, code));
  try {
    for (let next = first; !next.done; next = await attempt.answer.next()) {
      attempt.pauseTimeout();
      const whole = events.push(next.value);
      if (whole.length > 0) yield whole;
      attempt.expectNext();
    }
    const remaining = events.remaining();
    if (remaining.length > 0) yield remaining;
    if (!events.hasEnded) yield errorOf(new AppError("bad_gateway", attempt.disconnectMessage));
  } catch (error) {
    if (attempt.hasCallerLeft) throw error;
    if (!events.hasEnded) yield errorOf(attempt.failure(error));
  } finally {
    attempt.abort();
  }
}

/**
 * Forwards a long answer that is not an event stream. Throws when it is cut off, because an incomplete answer must not
 * look complete.
 */
async function* passParts(
  attempt: Attempt,
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    for (let next: IteratorResult<Uint8Array> = { value: first }; !next.done; next = await rest.next()) {
      attempt.pauseTimeout();
      yield next.value;
      attempt.expectNext();
    }
  } catch (error) {
    throw attempt.hasCallerLeft ? error : attempt.failure(error);
  } finally {
    attempt.abort();
  }
}
