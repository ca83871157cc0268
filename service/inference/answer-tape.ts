import { RECORDED_ANSWER_BYTES } from "@/lib/contract/limits";
import { Answer } from "@/lib/chat/answer";
import { EventReader } from "@/lib/chat/event-reader";
import type { Recorder } from "./recorder";

const LINE_END = /\r\n?|\n/g;

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
    const { answer, firstTokenMs } = this.#read((text) => text);
    // Where events have no empty lines between them, none is complete before the end: each line is read as one.
    const began =
      firstTokenMs ?? (answer.hasBegun ? this.#read((text) => text.replace(LINE_END, "\n\n")).firstTokenMs : undefined);
    return { answer, ...(began !== undefined && { firstTokenMs: began }) };
  }

  #read(written: (text: string) => string): RecordedAnswer {
    const answer = new Answer();
    const decoder = new TextDecoder();
    const events = new EventReader();
    let firstTokenMs: number | undefined;
    for (const { bytes, atMs } of this.#parts) {
      for (const data of events.read(written(decoder.decode(bytes, { stream: true })))) answer.chunk(data);
      if (firstTokenMs === undefined && answer.hasBegun) firstTokenMs = atMs;
    }
    for (const data of events.end()) answer.chunk(data);
    return { answer, firstTokenMs };
  }

  /** The recorded text of an answer that was not streamed. */
  text(): string {
    const decoder = new TextDecoder();
    return this.#parts.map(({ bytes }) => decoder.decode(bytes, { stream: true })).join("") + decoder.decode();
  }
}
