import { RECORDED_ANSWER_BYTES } from "@/lib/contract/limits";
import { Answer } from "@/lib/chat/answer";
import type { Recorder } from "./recorder";

const LINE_END = /\r\n|\n|\r/;

/**
 * The recorded part of a streamed answer: its text as the caller would assemble it, and when its first token arrived.
 */
export type RecordedAnswer = {
  answer: Answer;
  /** Milliseconds after the request; absent if no token arrived. */
  firstTokenMs?: number;
};

/** Copies an answer on its way to the caller, up to the limits on what is recorded. */
export class AnswerTape {
  readonly #recorder: Recorder;
  readonly #key: string;
  readonly #parts: { bytes: Uint8Array; atMs: number }[] = [];
  #bytes = 0;
  #isCut = false;

  /** `key` is the API key whose share of the memory for records is used. */
  constructor(recorder: Recorder, key: string) {
    this.#recorder = recorder;
    this.#key = key;
  }

  /** Bytes used of the memory for records. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether the answer was longer than the recorded part. */
  get isCut(): boolean {
    return this.#isCut;
  }

  append(bytes: Uint8Array, atMs: number): void {
    if (this.#isCut) return;
    const fits = this.#bytes + bytes.length <= RECORDED_ANSWER_BYTES && this.#recorder.hold(this.#key, bytes.length);
    if (!fits) {
      this.#isCut = true;
      return;
    }
    this.#bytes += bytes.length;
    this.#parts.push({ bytes, atMs });
  }

  /** The recorded part of a streamed answer. */
  events(): RecordedAnswer {
    const answer = new Answer();
    const decoder = new TextDecoder();
    let firstTokenMs: number | undefined;
    let pending = "";
    const data: string[] = [];
    // An event may have several lines of data (WHATWG HTML, "Server-sent events").
    const addLine = (line: string) => {
      if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5));
      else if (line === "" && data.length > 0) answer.chunk(data.splice(0).join("\n"));
    };
    for (const { bytes, atMs } of this.#parts) {
      const text = pending + decoder.decode(bytes, { stream: true });
      // The other half of a line end may come with the next part.
      const held = text.endsWith("\r") ? "\r" : "";
      const lines = text.slice(0, text.length - held.length).split(LINE_END);
      pending = (lines.pop() ?? "") + held;
      for (const line of lines) addLine(line);
      if (firstTokenMs === undefined && answer.hasBegun) firstTokenMs = atMs;
    }
    for (const line of [...pending.split(LINE_END), ""]) addLine(line);
    return { answer, ...(firstTokenMs !== undefined && { firstTokenMs }) };
  }

  /** The recorded text of an answer that was not streamed. */
  text(): string {
    const decoder = new TextDecoder();
    return this.#parts.map(({ bytes }) => decoder.decode(bytes, { stream: true })).join("") + decoder.decode();
  }
}
