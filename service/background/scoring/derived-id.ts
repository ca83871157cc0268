import { createHash } from "node:crypto";
import { v7 as uuidV7 } from "uuid";
import { toTimestamp } from "@/lib/contract/time";

/** Hexadecimal digits of the milliseconds at the start of a time-ordered UUID, without the dash between them. */
const TIME_DIGITS = 12;
const RANDOM_BYTES = 16;

/**
 * The id of something that belongs to a call, time-ordered like the id of that call: always the same for one purpose, so
 * that what is written again after a crash is written once.
 */
export function derivedId(callId: string, purpose: string): string {
  const random = createHash("sha256").update(`${callId}\n${purpose}`).digest().subarray(0, RANDOM_BYTES);
  return uuidV7({ msecs: millisecondsOf(callId), random });
}

/** The time in a time-ordered UUID. */
export function timeOfId(id: string): string {
  return toTimestamp(millisecondsOf(id));
}

const millisecondsOf = (id: string) => Number.parseInt(id.replaceAll("-", "").slice(0, TIME_DIGITS), 16);
