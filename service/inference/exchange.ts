import { AppError } from "@/lib/contract/app-error";
import { ANSWER_IDLE_MS, FIRST_TOKEN_MS } from "@/lib/contract/limits";
import { Deadline } from "./deadline";
import { EventStream } from "./event-stream";
import { readUpTo } from "./read-body";
import { type ErrorAnswer, errorAnswer, errorEvent } from "./upstream-error";
import type { Upstream, UpstreamResponse } from "./upstream";

/** An answer up to this size is sent in one go; a larger one in parts, as they come. */
const WHOLE_BYTES = 2 ** 20;
const ERROR_BYTES = 2 ** 20;
const EVENTS = "text/event-stream";
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i;

/** How long a server may be silent, milliseconds. */
export type Patience = { firstTokenMs: number; idleMs: number };
export const PATIENCE: Patience = { firstTokenMs: FIRST_TOKEN_MS, idleMs: ANSWER_IDLE_MS };

/** A server's answer: whole, in parts as they come, or its refusal. */
export type ChatAnswer = { upstream: string } & (
  | { kind: "whole"; bytes: Uint8Array<ArrayBuffer> }
  | { kind: "events" | "parts"; parts: AsyncIterable<Uint8Array> }
  | ({ kind: "error"; retryAfter?: string; upstreamStatus: number } & ErrorAnswer)
);

export type Sent = { body: string; headers: Record<string, string> };

/**
 * Asks one server for a completion and waits for the first byte of its answer. Throws `bad_gateway` when none comes or
 * it is none that a model server gives, and `gateway_timeout`.
 */
export async function exchange(
  upstream: Upstream,
  { body, headers }: Sent,
  caller: AbortSignal,
  patience: Patience,
): Promise<ChatAnswer> {
  const deadline = new Deadline(caller);
  deadline.allow(patience.firstTokenMs, upstream.name);
  upstream.inFlight += 1;
  const end = () => {
    upstream.inFlight -= 1;
    deadline.release();
  };
  try {
    const response = await upstream.ask({
      method: "POST",
      path: "/chat/completions",
      body,
      headers,
      signal: deadline.signal,
    });
    const answer = await readAnswer(upstream, response, deadline, patience, end);
    if (answer.kind === "whole" || answer.kind === "error") end();
    return answer;
  } catch (error) {
    end();
    if (error instanceof AppError) throw error;
    deadline.signal.throwIfAborted();
    throw upstream.unanswered(error);
  }
}

async function readAnswer(
  upstream: Upstream,
  { statusCode, headers, body }: UpstreamResponse,
  deadline: Deadline,
  patience: Patience,
  end: () => void,
): Promise<ChatAnswer> {
  const server = { upstream: upstream.name };
  if (statusCode >= 400) {
    const { bytes, rest } = await readUpTo(body, ERROR_BYTES);
    if (rest) body.destroy();
    const retryAfter = headers["retry-after"];
    const error = errorAnswer(upstream, statusCode, new TextDecoder().decode(bytes));
    const upstreamStatus = statusCode;
    return {
      ...server,
      kind: "error",
      upstreamStatus,
      ...error,
      ...(typeof retryAfter === "string" && { retryAfter }),
    };
  }
  const type = String(headers["content-type"] ?? "");
  const isEvents = type.toLowerCase().startsWith(EVENTS);
  if (statusCode !== 200 || !(isEvents || JSON_TYPE.test(type))) {
    body.on("error", () => undefined).destroy();
    throw unexpected(upstream, statusCode, type);
  }
  if (isEvents) {
    const chunks = body[Symbol.asyncIterator]();
    const first = await chunks.next();
    return { ...server, kind: "events", parts: passEvents(upstream, first, chunks, deadline, patience, end) };
  }
  const { bytes, rest } = await readUpTo(body, WHOLE_BYTES);
  if (!rest) return { ...server, kind: "whole", bytes };
  return { ...server, kind: "parts", parts: passParts(upstream, bytes, rest, deadline, patience, end) };
}

function unexpected({ name }: Upstream, status: number, type: string): AppError {
  if (status >= 300)
    return new AppError("bad_gateway", `The model server ${name} answered with a redirect, which is not followed`);
  const found = status === 200 ? JSON.stringify(type.slice(0, 100)) : `status ${status}`;
  return new AppError("bad_gateway", `The model server ${name} answered ${found}; wanted JSON or ${EVENTS}`);
}

/** The events as they come, each whole; a server that breaks off in the middle is told of in a last event. */
async function* passEvents(
  upstream: Upstream,
  first: IteratorResult<Buffer>,
  chunks: AsyncIterator<Buffer>,
  deadline: Deadline,
  patience: Patience,
  end: () => void,
): AsyncGenerator<Uint8Array> {
  const events = new EventStream();
  let next = first;
  try {
    while (!next.done) {
      deadline.allow(patience.idleMs, upstream.name);
      const whole = events.push(next.value);
      if (whole.length > 0) yield whole;
      next = await chunks.next();
    }
    const rest = events.rest();
    if (rest.length > 0) yield rest;
    if (!events.hasEnded) yield broken(events, new AppError("bad_gateway", brokeOff(upstream)));
  } catch (error) {
    if (deadline.signal.aborted && !deadline.isOver) throw error;
    yield broken(events, failure(upstream, deadline, error));
  } finally {
    deadline.abort();
    end();
  }
}

/** A long answer that is no stream of events. Throws when it breaks off: a cut one must not look whole. */
async function* passParts(
  upstream: Upstream,
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
  deadline: Deadline,
  patience: Patience,
  end: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (;;) {
      deadline.allow(patience.idleMs, upstream.name);
      const { done, value } = await rest.next();
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw failure(upstream, deadline, error);
  } finally {
    deadline.abort();
    end();
  }
}

function broken(events: EventStream, { message, code }: AppError): Uint8Array {
  return events.event(errorEvent(message, code));
}

function failure(upstream: Upstream, deadline: Deadline, error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { reason } = deadline.signal;
  if (deadline.isOver && reason instanceof AppError) return reason;
  return new AppError("bad_gateway", brokeOff(upstream), { cause: error });
}

const brokeOff = ({ name }: Upstream) => `The model server ${name} broke off in the middle of its answer`;
