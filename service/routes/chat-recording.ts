import { AppError } from "@/lib/contract/app-error";
import type { ChatRequest } from "@/lib/contract/chat";
import { JsonText, toJsonText } from "@/lib/json/text";
import { NAME_CHARS } from "@/lib/contract/limits";
import { toTimestamp } from "@/lib/contract/time";
import type { ServiceDeps } from "@/service/deps";
import { AnswerTape } from "@/service/inference/answer-tape";
import type { ChatAnswer } from "@/service/inference/exchange";
import { wordsOf } from "@/service/inference/upstream-error";
import { startWrite } from "@/service/ingest/call-writes";
import type { CallWrite } from "@/service/store/calls/call-write";
import { endOfCompletion } from "./chat-record-end";
import type { ProjectOfCall } from "./client-project";
import { newId } from "./new-id";

const OP_NAME = "openai.chat.completions.create";
const CLIENT_LEFT = "The client left before the answer had ended";
/** What a record holds besides payloads, about. */
const RECORD_BYTES = 2048;

/** How much is kept of a completion: all of it, or no payloads but model, tokens and times, or nothing. */
export const RECORD_LEVELS = ["full", "usage", "off"] as const;
export type RecordLevel = (typeof RECORD_LEVELS)[number];

type RecordedCall = {
  caller: ProjectOfCall;
  keepsPayloads: boolean;
  request: ChatRequest;
  text: string;
  requestId: string;
  /** Where in the caller's own trace it belongs. */
  trace: { traceId: string; parentId: string } | undefined;
};

/** What is kept of a request until it is recorded. */
type KeptCall = Pick<RecordedCall, "caller" | "requestId" | "trace"> & {
  /** The body as it was sent, where payloads are kept. */
  inputs: string | undefined;
  isStreamed: boolean;
  model: string;
  user: string | undefined;
};

type Deps = Pick<ServiceDeps, "recorder" | "clock">;

/** A completion on its way into the project's calls: nothing of it is waited for, and nothing of it fails the answer. */
export class ChatRecording {
  readonly id: string;
  readonly #recorder: Deps["recorder"];
  readonly #call: KeptCall;
  readonly #tape: AnswerTape;
  readonly #startedAt: number;
  readonly #beganMs = performance.now();
  #isOpen = true;

  get #key(): string {
    return this.#call.caller.identity.keyId;
  }

  private constructor({ recorder, clock }: Deps, call: KeptCall) {
    const now = clock();
    this.id = newId(now);
    this.#recorder = recorder;
    this.#call = call;
    this.#tape = new AnswerTape(recorder, this.#key);
    this.#startedAt = now.getTime();
  }

  /** Notes that a completion began; undefined when there is no room to record it. */
  static begin(deps: Deps, call: RecordedCall): ChatRecording | undefined {
    const bytes = RECORD_BYTES + (call.keepsPayloads ? call.text.length : 0);
    // For its end too, which is not to fail for want of room.
    const key = call.caller.identity.keyId;
    if (!deps.recorder.hold(key, bytes + RECORD_BYTES)) {
      deps.recorder.drop();
      return undefined;
    }
    const recording = new ChatRecording(deps, kept(call));
    deps.recorder.add({ key, bytes, write: () => recording.#start() });
    return recording;
  }

  /** Listens to an answer and notes how it ends; what comes back is to be sent in its place. */
  hear(answer: ChatAnswer): ChatAnswer {
    const { upstream } = answer;
    if (answer.kind === "error") {
      this.#tape.hear(Buffer.from(answer.body), this.#elapsedMs());
      this.#end({ upstream, exception: `${answer.upstreamStatus}: ${wordsOf(answer.body) ?? "no words"}` });
      return answer;
    }
    if (answer.kind === "whole") {
      this.#tape.hear(answer.bytes, this.#elapsedMs());
      this.#end({ upstream });
      return answer;
    }
    return { ...answer, parts: this.#listen(answer.parts, { upstream, isEvents: answer.kind === "events" }) };
  }

  /** Notes that there was no answer. */
  fail(exception: string): void {
    this.#end({ exception });
  }

  async *#listen(
    parts: AsyncIterable<Uint8Array>,
    told: { upstream: string; isEvents: boolean },
  ): AsyncGenerator<Uint8Array> {
    let exception: string | undefined = CLIENT_LEFT;
    try {
      for await (const part of parts) {
        this.#tape.hear(part, this.#elapsedMs());
        yield part;
      }
      exception = undefined;
    } catch (error) {
      if (error instanceof AppError) exception = error.message;
      throw error;
    } finally {
      this.#end({ ...told, exception });
    }
  }

  #elapsedMs(): number {
    return performance.now() - this.#beganMs;
  }

  #start(): CallWrite {
    const { caller, inputs, isStreamed, model, user, requestId, trace } = this.#call;
    const attributes = { request_id: requestId, stream: isStreamed };
    const start = startWrite(
      {
        project_id: caller.project,
        id: this.id,
        op_name: OP_NAME,
        trace_id: trace?.traceId,
        parent_id: trace?.parentId,
        started_at: toTimestamp(this.#startedAt),
        attributes: toJsonText(attributes),
        inputs: inputs === undefined ? undefined : new JsonText(inputs.trim()),
      },
      () => this.id,
      caller.identity.owner,
    );
    return { ...start, kind: "llm", model, user_id: user };
  }

  #end(told: { upstream?: string; isEvents?: boolean; exception?: string }): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const { caller, inputs, model } = this.#call;
    const ending = {
      ...told,
      project: caller.project,
      id: this.id,
      model,
      keepsOutput: inputs !== undefined,
      startedAt: this.#startedAt,
      latencyMs: this.#elapsedMs(),
      tape: this.#tape,
    };
    this.#recorder.add({
      key: this.#key,
      bytes: RECORD_BYTES + this.#tape.bytes,
      write: () => endOfCompletion(ending),
    });
  }
}

function kept({ caller, keepsPayloads, request, text, requestId, trace }: RecordedCall): KeptCall {
  return {
    caller,
    requestId,
    trace,
    inputs: keepsPayloads ? text : undefined,
    isStreamed: request.stream === true,
    model: apart(request.model),
    user: request.user ? apart(request.user.slice(0, NAME_CHARS)) : undefined,
  };
}

/** A copy: a piece of a text would keep the whole of it in memory. */
function apart(piece: string): string {
  return Buffer.from(piece, "utf16le").toString("utf16le");
}
