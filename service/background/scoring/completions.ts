import { performance } from "node:perf_hooks";
import type { Logger } from "pino";
import { AppError } from "@/lib/contract/app-error";
import type { ChatRequest } from "@/lib/contract/chat";
import { toTimestamp } from "@/lib/contract/time";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import type { FilledRequest } from "@/lib/playground/fill-variables";
import { ChatRecording } from "@/service/inference/chat-recording";
import type { ChatAnswer } from "@/service/inference/exchange";
import type { Inference } from "@/service/inference/gateway";
import { Recorder } from "@/service/inference/recorder";
import { errorMessageOf } from "@/service/inference/upstream-error";
import { sleep } from "@/lib/limit/sleep";
import type { BodyMemory } from "@/service/limits/body-memory";
import type { Store } from "@/service/store/store";
import { completionCost, type PriceStore } from "./completion-cost";
import { checkRequest } from "./check-request";

/** How often a request is sent while its failures are temporary. */
export const TRIES = 4;
const LONGEST_PAUSE_MS = 60_000;
/** Too many requests, and servers that are away or overloaded. */
const TEMPORARY: readonly number[] = [429, 502, 503, 504];
const TEMPORARY_ERRORS: readonly string[] = ["too_many_requests", "bad_gateway", "gateway_timeout"];

/** A request for a completion that is recorded below a result. */
export type AskedCompletion = {
  projectId: string;
  owner: string;
  request: FilledRequest;
  /** The id of the call that records each attempt, from 1. */
  idOf: (attempt: number) => string;
  trace: { traceId: string; parentId: string };
  promptRef?: string;
  signal: AbortSignal;
};

/** An answer as it was recorded. */
export type Completion = {
  /** Its call. */
  id: string;
  output: JsonText;
  latencyMs: number;
  /** Undefined if it has no price. */
  costUsd: number | undefined;
};
export type Attempted = { completion: Completion } | { failure: string };

type CompletionsOptions = {
  store: PriceStore & Pick<Store, "writeCalls">;
  inference: () => Inference;
  /** Of the requests that are built, for all experiments and rules of the process. */
  memory: BodyMemory;
  logger: Logger;
  /** The pause after the first temporary failure, which doubles with each further one. */
  retryMs: number;
};

type Tried = Attempted & { retryAfterMs?: number; isTemporary?: boolean };

/** Sends requests for completions through the gateway. Every attempt is recorded before its answer is used. */
export class Completions {
  readonly #options: CompletionsOptions;

  constructor(options: CompletionsOptions) {
    this.#options = options;
  }

  /** The answer, or the last failure. Aborting the signal breaks off the request; nothing that follows is meaningful. */
  async ask(asked: AskedCompletion): Promise<Attempted> {
    const { projectId, request, signal } = asked;
    const lease = this.#options.memory.lease(projectId, () => signal);
    try {
      await lease.take(request.chars);
      return await this.#send(asked, request.text);
    } catch (error) {
      if (error instanceof AppError || signal.aborted) return { failure: errorText(error) };
      throw error;
    } finally {
      lease.release();
    }
  }

  async #send(asked: AskedCompletion, text: string): Promise<Attempted> {
    const checked = checkRequest(text);
    if ("errors" in checked) {
      const [first] = checked.errors;
      return { failure: `The request is not valid: ${first?.path} ${first?.message}` };
    }
    for (let attempt = 1; ; attempt += 1) {
      const tried = await this.#try(asked, { request: checked.data, text }, asked.idOf(attempt));
      if (!tried.isTemporary || attempt === TRIES || asked.signal.aborted) return tried;
      const pauseMs = tried.retryAfterMs ?? this.#options.retryMs * 2 ** (attempt - 1);
      await sleep(Math.min(pauseMs, LONGEST_PAUSE_MS), asked.signal);
    }
  }

  async #try(
    asked: AskedCompletion,
    { request, text }: { request: ChatRequest; text: string },
    id: string,
  ): Promise<Tried> {
    const { store, inference, logger } = this.#options;
    const { projectId, owner, trace, promptRef, signal } = asked;
    let unwritten = 0;
    // One for each request: waiting until a shared one has written everything could take as long as requests arrive.
    const recorder = new Recorder({
      store,
      logger,
      count: ({ outcome }) => (unwritten += Number(outcome !== "written")),
    });
    const startedAt = new Date();
    const beganMs = performance.now();
    const recording = ChatRecording.begin(recorder, {
      id,
      startedAt,
      project: projectId,
      keyId: id,
      owner,
      keepsPayloads: true,
      request,
      text,
      requestId: id,
      promptRef,
      trace,
    });
    if (!recording) return { failure: "The request is too large to be recorded" };
    try {
      const answer = await inference().complete({ request, text, project: projectId, requestId: id, caller: signal });
      const bytes = await readAll(recording.recordAnswer(answer));
      const latencyMs = performance.now() - beganMs;
      await recorder.drained();
      if (answer.kind === "error") return refused(answer);
      const output = jsonOf(bytes);
      if (!output) return { failure: `The model server ${answer.upstream} did not answer with one JSON object` };
      if (unwritten > 0) return { failure: "The answer could not be recorded" };
      const priced = { model: request.model, output, startedAt: toTimestamp(startedAt.getTime()) };
      const costUsd = await completionCost(store, projectId, priced);
      return { completion: { id, output, latencyMs, costUsd } };
    } catch (error) {
      if (!(error instanceof AppError) && !signal.aborted) throw error;
      const failure = errorText(error);
      recording.fail(signal.aborted ? "The service stopped" : failure);
      await recorder.drained();
      return { failure, isTemporary: error instanceof AppError && TEMPORARY_ERRORS.includes(error.code) };
    }
  }
}

const errorText = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function readAll(answer: ChatAnswer): Promise<Buffer> {
  if (answer.kind === "whole") return Buffer.from(answer.bytes);
  if (answer.kind === "error") return Buffer.alloc(0);
  const parts: Uint8Array[] = [];
  for await (const part of answer.parts) parts.push(part);
  return Buffer.concat(parts);
}

function jsonOf(bytes: Buffer): JsonText | undefined {
  const node = JsonNode.read(bytes.toString());
  return node?.kind === "object" ? new JsonText(node.raw) : undefined;
}

function refused({ upstreamStatus, retryAfter, body }: Extract<ChatAnswer, { kind: "error" }>): Tried {
  const seconds = Number(retryAfter);
  return {
    failure: `${upstreamStatus}: ${errorMessageOf(body) ?? "no message"}`,
    isTemporary: TEMPORARY.includes(upstreamStatus),
    ...(retryAfter !== undefined && Number.isFinite(seconds) && { retryAfterMs: seconds * 1000 }),
  };
}
