import { open } from "node:fs/promises";
import { TRAINING_EVENT_BYTES } from "@/lib/contract/limits";
import { type Stream, readLine } from "./read-line";
import type { RunnerEvent } from "./runner";

const NEWLINE = 0x0a;
const READ_BYTES = 2 ** 20;
/** Maximum number of events that are read at a time, so that they are stored soon. */
export const EVENTS_AT_A_TIME = 5000;

/** How far an output has been read, in bytes, and whether the next byte belongs to a truncated line. */
export type LinesAt = { at: number; inCut?: boolean };

/**
 * Reads whole lines from the start of `bytes`, and a last one without a line end if the output `hasEnded`. A line that
 * is too long is truncated, and the remainder skipped as it arrives.
 */
export function takeLines(
  bytes: Buffer,
  from: LinesAt,
  { stream, hasEnded }: { stream: Stream; hasEnded: boolean },
): { events: RunnerEvent[]; next: LinesAt } {
  const events: RunnerEvent[] = [];
  let { inCut = false } = from;
  let at = 0;
  while (at < bytes.length && events.length < EVENTS_AT_A_TIME) {
    const newline = bytes.indexOf(NEWLINE, at);
    const length = (newline === -1 ? bytes.length : newline) - at;
    const isWhole = newline !== -1 || hasEnded;
    if (!isWhole && !inCut && length <= TRAINING_EVENT_BYTES) break;
    const event = inCut
      ? undefined
      : readLine(bytes.toString("utf8", at, at + Math.min(length, TRAINING_EVENT_BYTES + 1)), stream);
    if (event) events.push(event);
    inCut = !isWhole;
    at += length + (newline === -1 ? 0 : 1);
  }
  return { events, next: { at: from.at + at, ...(inCut && { inCut }) } };
}

/** Reads lines from a position in a file; `isAtEnd` when the file is read to its end, `hasMore` when more can be read now. */
export async function readLines(
  file: string,
  from: LinesAt,
  { stream, hasEnded }: { stream: Stream; hasEnded: boolean },
): Promise<{ events: RunnerEvent[]; next: LinesAt; isAtEnd: boolean; hasMore: boolean; size: number }> {
  const handle = await open(file, "r").catch(() => undefined);
  if (!handle) return { events: [], next: from, isAtEnd: true, hasMore: false, size: 0 };
  try {
    const { size } = await handle.stat();
    const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(READ_BYTES, size - from.at)));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, from.at);
    const isLastPart = from.at + bytesRead >= size;
    const takenLines = takeLines(buffer.subarray(0, bytesRead), from, { stream, hasEnded: hasEnded && isLastPart });
    const hasMore = !isLastPart || takenLines.events.length >= EVENTS_AT_A_TIME;
    return { ...takenLines, isAtEnd: takenLines.next.at >= size, hasMore, size };
  } finally {
    await handle.close();
  }
}

/** The last `most` bytes of a file, from the start of a line where one starts in them. */
export async function readEnd(file: string, most: number): Promise<string> {
  const handle = await open(file, "r").catch(() => undefined);
  if (!handle) return "";
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - most);
    const buffer = Buffer.alloc(Math.min(size, most));
    await handle.read(buffer, 0, buffer.length, from);
    const newline = from === 0 ? -1 : buffer.indexOf(NEWLINE);
    return buffer.toString("utf8", newline + 1).trimEnd();
  } finally {
    await handle.close();
  }
}
