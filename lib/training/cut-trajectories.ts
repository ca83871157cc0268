import { AppError } from "@/lib/contract/app-error";
import { decodeString } from "@/lib/json/decode";
import { TRAJECTORY_BYTES } from "@/lib/contract/limits";
import { ByteBuffer } from "./byte-buffer";
import type { ByteRange } from "./trajectory-row";

const QUOTE = 0x22;
const COMMA = 0x2c;
const ZERO = 0x30;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** The path to a trajectory: each container, and its key in the container around it. */
const LEVELS: readonly { open: number; key?: string }[] = [
  { open: OPEN_BRACE },
  { open: OPEN_BRACKET, key: "trajectory_groups" },
  { open: OPEN_BRACE },
  { open: OPEN_BRACKET, key: "trajectories" },
];
const IN_GROUPS = 2;
const IN_GROUP = 3;
/** Number of containers around a trajectory. */
export const TRAJECTORY_LEVELS = LEVELS.length;

/** Maximum length of such a key, if every character is escaped. */
const KEY_BYTES = 6 * Math.max(...LEVELS.map(({ key = "" }) => key.length));

/** The position of a trajectory or a group among the groups, and in the body. */
export type CutGroup = ByteRange & { group: number };
/** `bytes` are valid until the call that passes them returns. */
export type CutTrajectory = CutGroup & { index: number; bytes: Uint8Array };

/** Callbacks, called in the order of the body: for a group after its trajectories. */
export type CutSink = { trajectory: (cut: CutTrajectory) => void; group: (cut: CutGroup) => void };

/**
 * Cuts the trajectories out of the body of a training job as it arrives, in chunks of any size. It holds at most one
 * trajectory and the frame, which is the body with `0` in place of each trajectory. It tracks only strings, escapes and
 * nesting, so the body is valid JSON exactly if the frame and all trajectories are.
 */
export class TrajectoryCutter {
  readonly #sink: CutSink;
  readonly #frame = new ByteBuffer();
  readonly #cut = new ByteBuffer();
  readonly #key = new ByteBuffer();
  /** Position in the body of the current chunk. */
  #offset = 0;
  #depth = 0;
  /** How many of `LEVELS` are open; if fewer than `#depth`, the value is not a trajectory. */
  #inside = 0;
  #inString = false;
  #escaped = false;
  #expectsKey = false;
  #readsKey = false;
  #lastKey: string | undefined;
  #group = 0;
  #index = 0;
  #groupStart = 0;
  #cutStart: number | undefined;

  constructor(sink: CutSink) {
    this.#sink = sink;
  }

  /** Its memory usage, bytes. */
  get heldBytes(): number {
    return this.#frame.heldBytes + this.#cut.heldBytes;
  }

  /** The frame received so far. */
  get frame(): Uint8Array {
    return this.#frame.view();
  }

  /** Throws `too_large` when a trajectory, or the frame, is larger than `TRAJECTORY_BYTES`. */
  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;)
      at = this.#cutStart === undefined ? this.#readFrame(chunk, at) : this.#readCut(chunk, at, this.#cutStart);
    this.#offset += chunk.length;
  }

  /** The body has ended, possibly within a trajectory. */
  finish(): void {
    if (this.#cutStart !== undefined) this.#endCut(this.#cut.view(), this.#cutStart);
  }

  /** Reads to the beginning of a trajectory or the end of the chunk, and returns that position. */
  #readFrame(chunk: Uint8Array, from: number): number {
    let at = from;
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (this.#inString) this.#stepInString(byte);
      else if (this.#beginsCut(byte)) {
        this.#cutStart = this.#offset + at;
        break;
      } else this.#step(byte, this.#offset + at);
    }
    this.#frame.push(chunk.subarray(from, at));
    if (this.#frame.length > TRAJECTORY_BYTES) throw tooLarge("Content outside trajectories");
    return at;
  }

  #beginsCut(byte: number): boolean {
    if (this.#inside < TRAJECTORY_LEVELS || this.#depth > TRAJECTORY_LEVELS) return false;
    return byte !== COMMA && !isClose(byte) && !isSpace(byte);
  }

  #step(byte: number, place: number): void {
    if (byte === QUOTE) {
      this.#inString = true;
      this.#readsKey = this.#expectsKey && this.#isOnLevel;
    } else if (isOpen(byte)) this.#enter(byte, place);
    else if (isClose(byte)) this.#closeContainer(place);
    else if (byte === COMMA && this.#isOnLevel) this.#next();
    else if (byte === COLON && this.#isOnLevel) this.#expectsKey = false;
  }

  get #isOnLevel(): boolean {
    return this.#depth === this.#inside;
  }

  #enter(byte: number, place: number): void {
    const level = this.#isOnLevel ? LEVELS[this.#inside] : undefined;
    this.#depth += 1;
    if (level?.open !== byte || (level.key !== undefined && level.key !== this.#lastKey)) return;
    this.#inside += 1;
    this.#expectsKey = byte === OPEN_BRACE;
    this.#lastKey = undefined;
    if (this.#inside === IN_GROUPS) this.#group = 0;
    if (this.#inside === IN_GROUP) this.#groupStart = place;
    if (this.#inside === TRAJECTORY_LEVELS) this.#index = 0;
  }

  #closeContainer(place: number): void {
    if (this.#isOnLevel && this.#inside > 0) {
      if (this.#inside === IN_GROUP) this.#sink.group({ group: this.#group, start: this.#groupStart, end: place + 1 });
      this.#inside -= 1;
    }
    if (this.#depth > 0) this.#depth -= 1;
  }

  #next(): void {
    if (this.#inside === IN_GROUPS) this.#group += 1;
    else if (this.#inside === TRAJECTORY_LEVELS) this.#index += 1;
    else this.#expectsKey = true;
  }

  #stepInString(byte: number): void {
    if (byte === QUOTE && !this.#escaped) {
      this.#inString = false;
      if (this.#readsKey) this.#endKey();
      return;
    }
    this.#escaped = byte === BACKSLASH && !this.#escaped;
    if (this.#readsKey && this.#key.length <= KEY_BYTES) this.#key.pushByte(byte);
  }

  #endKey(): void {
    this.#lastKey = this.#key.length > KEY_BYTES ? undefined : decodeKey(this.#key.view());
    this.#readsKey = false;
    this.#key.clear();
  }

  /** Reads to the end of the trajectory or of the chunk, and returns that position. */
  #readCut(chunk: Uint8Array, from: number, start: number): number {
    // Most bytes are processed here: fields instead of local variables would take twice as long.
    let [depth, inString, escaped] = [this.#depth, this.#inString, this.#escaped];
    let at = from;
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inString = false;
      } else if (byte === QUOTE) inString = true;
      else if (isOpen(byte)) depth += 1;
      else if (depth === TRAJECTORY_LEVELS && (byte === COMMA || isClose(byte))) break;
      else if (isClose(byte)) depth -= 1;
    }
    [this.#depth, this.#inString, this.#escaped] = [depth, inString, escaped];
    if (this.#cut.length + at - from > TRAJECTORY_BYTES)
      throw tooLarge(`trajectory_groups[${this.#group}].trajectories[${this.#index}]`);
    const rest = chunk.subarray(from, at);
    if (this.#cut.length > 0 || at === chunk.length) this.#cut.push(rest);
    if (at < chunk.length) this.#endCut(this.#cut.length > 0 ? this.#cut.view() : rest, start);
    return at;
  }

  /** White space after a trajectory is part of the frame. */
  #endCut(read: Uint8Array, start: number): void {
    let length = read.length;
    while (isSpace(read[length - 1] ?? 0)) length -= 1;
    this.#cutStart = undefined;
    this.#frame.pushByte(ZERO);
    const bytes = read.subarray(0, length);
    this.#sink.trajectory({ group: this.#group, index: this.#index, start, end: start + length, bytes });
    this.#frame.push(read.subarray(length));
    this.#cut.clear();
  }
}

function tooLarge(what: string): AppError {
  const mib = TRAJECTORY_BYTES / 2 ** 20;
  return new AppError("too_large", `${what} is larger than the limit of ${TRAJECTORY_BYTES} bytes (${mib} MiB)`);
}

function decodeKey(bytes: Uint8Array): string | undefined {
  try {
    return decodeString(`"${new TextDecoder().decode(bytes)}"`);
  } catch {
    return undefined;
  }
}

function isOpen(byte: number): boolean {
  return byte === OPEN_BRACE || byte === OPEN_BRACKET;
}

function isClose(byte: number): boolean {
  return byte === CLOSE_BRACE || byte === CLOSE_BRACKET;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
