import { AppError } from "@/lib/contract/app-error";
import type { ChatRequest } from "@/lib/contract/chat";
import { JsonText, toJsonText } from "@/lib/json/text";
import { NAME_CHARS } from "@/lib/contract/limits";
import { toTimestamp } from "@/lib/contract/time";
import { startWrite } from "@/service/ingest/call-writes";
import type { CallWrite } from "@/service/store/calls/call-write";
import { AnswerTape } from "./answer-tape";
import { endOfCompletion } from "./chat-record-end";
import type { ChatAnswer } from "./exchange";
import type { Recorder } from "./recorder";
import { errorMessageOf } from "./upstream-error";

const OP_NAME = "openai.chat.completions.create";
const CLIENT_LEFT = "The client disconnected before the response was complete";
/** Approximate size of a record without its payloads. */
const RECORD_BYTES = 2048;

/** How much of a completion is recorded: all of it; model, tokens and times without payloads; or nothing. */
export const RECORD_LEVELS = ["full", "usage", "off"] as const;
export type RecordLevel = (typeof RECORD_LEVELS)[number];

/** A completion to be recorded, as a call of a project. */
export type RecordedCall = {
  id: string;
  startedAt: Date;
  project: string;
  /** The key of the request, and its owner. */
  keyId: string;
  owner: string;
  keepsPayloads: boolean;
  request: ChatRequest;
  text: string;
  requestId: string;
  /** The version of a prompt that the messages are from. */
  promptRef: string | undefined;
  /** The row of a table that filled their variables. Results of experiments name theirs. */
  rowRef?: string | undefined;
  /** Its parent in the caller's own trace. */
  trace: { traceId: string; parentId: string } | undefined;
};

/** The data of a request that is kept until it is recorded. */
type KeptCall = Pick<RecordedCall, "project" | "keyId" | "owner" | "requestId" | "promptRef" | "rowRef" | "trace"> & {
  /** The body as it was sent, if payloads are recorded. */
  inputs: string | undefined;
  isStreamed: boolean;
  model: string;
  user: string | undefined;
};

/** Records a completion as a call of the project. The answer neither waits for it nor fails with it. */
export class ChatRecording {
  readonly id: string;
  readonly #recorder: Recorder;
  readonly #call: KeptCall;
  readonly #tape: AnswerTape;
  readonly #startedAt: number;
  readonly #beganMs = performance.now();
  #isOpen = true;

  private constructor(recorder: Recorder, call: RecordedCall) {
    this.id = call.id;
    this.#recorder = recorder;
    this.#call = keptOf(call);
    this.#tape = new AnswerTape(recorder, call.keyId);
    this.#startedAt = call.startedAt.getTime();
  }

  /** Records the start of a completion; undefined if there is no memory to record it. */
  static begin(recorder: Recorder, call: RecordedCall): ChatRecording | undefined {
    const bytes = RECORD_BYTES + (call.keepsPayloads ? call.text.length : 0);
    // Memory for its end is reserved at once, so that the end is never dropped.
    if (!recorder.hold(call.keyId, bytes + RECORD_BYTES)) {
      recorder.drop();
      return undefined;
    }
    const recording = new ChatRecording(recorder, call);
    recorder.add({ key: call.keyId, bytes, write: () => recording.#start() });
    return recording;
  }

  /** Records an answer and how it ends. Returns the answer to send. */
  recordAnswer(answer: ChatAnswer): ChatAnswer {
    const { upstream } = answer;
    if (answer.kind === "error") {
      this.#tape.append(Buffer.from(answer.body), this.#elapsedMs());
      this.#end({ upstream, exception: `${answer.upstreamStatus}: ${errorMessageOf(answer.body) ?? "no message"}` });
      return answer;
    }
    if (answer.kind === "whole") {
      this.#tape.append(answer.bytes, this.#elapsedMs());
      this.#end({ upstream });
      return answer;
    }
    return { ...answer, parts: this.#recordParts(answer.parts, { upstream, isEvents: answer.kind === "events" }) };
  }

  /** Records that there was no answer. */
  fail(exception: string): void {
    this.#end({ exception });
  }

  async *#recordParts(
    parts: AsyncIterable<Uint8Array>,
    source: { upstream: string; isEvents: boolean },
  ): AsyncGenerator<Uint8Array> {
    let exception: string | undefined = CLIENT_LEFT;
    try {
      for await (const part of parts) {
        this.#tape.append(part, this.#elapsedMs());
        yield part;
      }
      exception = undefined;
    } catch (error) {
      if (error instanceof AppError) exception = error.message;
      throw error;
    } finally {
      this.#end({ ...source, exception });
    }
  }

  #elapsedMs(): number {
    return performance.now() - this.#beganMs;
  }

  #start(): CallWrite {
    const { project, owner, inputs, isStreamed, model, user, requestId, promptRef, rowRef, trace } = this.#call;
    const attributes = { request_id: requestId, stream: isStreamed, prompt_ref: promptRef, row_ref: rowRef };
    const start = startWrite(
      {
        project_id: project,
        id: this.id,
        op_name: OP_NAME,
        trace_id: trace?.traceId,
        parent_id: trace?.parentId,
        started_at: toTimestamp(this.#startedAt),
        attributes: toJsonText(attributes),
        inputs: inputs === undefined ? undefined : new JsonText(inputs.trim()),
      },
      () => this.id,
      owner,
    );
    return { ...start, kind: "llm", model, user_id: user };
  }

  #end(outcome: { upstream?: string; isEvents?: boolean; exception?: string }): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const { project, keyId, inputs, model } = this.#call;
    const ending = {
      ...outcome,
      project,
      id: this.id,
      model,
      keepsOutput: inputs !== undefined,
      startedAt: this.#startedAt,
      latencyMs: this.#elapsedMs(),
      tape: this.#tape,
    };
    this.#recorder.add({
      key: keyId,
      bytes: RECORD_BYTES + this.#tape.bytes,
      write: () => endOfCompletion(ending),
    });
  }
}

function keptOf({ keepsPayloads, request, text, ...call }: RecordedCall): KeptCall {
  return {
    project: call.project,
    keyId: call.keyId,
    owner: call.owner,
    requestId: call.requestId,
    promptRef: call.promptRef,
    rowRef: call.rowRef,
    trace: call.trace,
    inputs: keepsPayloads ? text : undefined,
    isStreamed: request.stream === true,
    model: detachString(request.model),
    user: request.user ? detachString(request.user.slice(0, NAME_CHARS)) : undefined,
  };
}

/** Copies a substring: V8 keeps the whole text in memory as long as one of its substrings is referenced. */
function detachString(piece: string): string {
  return Buffer.from(piece, "utf16le").toString("utf16le");
}
