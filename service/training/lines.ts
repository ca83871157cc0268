import { open } from "node:fs/promises";
import { TRAINING_EVENT_BYTES } from "@/lib/contract/limits";
import { type Stream, readLine } from "./read-line";
import type { RunnerEvent } from "./runner";

const NEWLINE = 0x0a;
const READ_BYTES = 2 ** 20;
/** Most events that are taken at a time, so that they are stored soon. */
export const EVENTS_AT_A_TIME = 5000;

/** How far an output is read, bytes; whether what comes next belongs to a line that was cut. */
export type LinesAt = { at: number; inCut?: boolean };

/**
 * Takes whole lines from the beginning of `bytes`, and a last one without its end where the output `hasEnded`. A line
 * that is too long is taken by its beginning, and the rest of it passed over as it comes.
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
    const rest = (newline === -1 ? bytes.length : newline) - at;
    const isWhole = newline !== -1 || hasEnded;
    if (!isWhole && !inCut && rest <= TRAINING_EVENT_BYTES) break;
    const event = inCut
      ? undefined
      : readLine(bytes.toString("utf8", at, at + Math.min(rest, TRAINING_EVENT_BYTES + 1)), stream);
    if (event) events.push(event);
    inCut = !isWhole;
    at += rest + (newline === -1 ? 0 : 1);
  }
  return { events, next: { at: from.at + at, ...(inCut && { inCut }) } };
}

/** Takes lines from where a file was read to; `isAtEnd` when nothing is left of it, `hasMore` when more can be taken now. */
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
    const isRest = from.at + bytesRead >= size;
    const taken = takeLines(buffer.subarray(0, bytesRead), from, { stream, hasEnded: hasEnded && isRest });
    const hasMore = !isRest || taken.events.length >= EVENTS_AT_A_TIME;
    return { ...taken, isAtEnd: taken.next.at >= size, hasMore, size };
  } finally {
    await handle.close();
  }
}

/** The last `most` bytes of a file, from the beginning of a line on where one begins in them. */
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
