import { createHash } from "node:crypto";

const UUID_BYTES = 16;
const SAMPLE_BYTES = 4;

/** What is scored: a call by a version of a scorer; as the last turn of its thread it is another thing than by itself. */
export type ScoredThing = { callId: string; scorerRef: string; ofThread: boolean };

/** The digest of what is scored, as a UUID: equal for equal things. */
export function scoredKey({ callId, scorerRef, ofThread }: ScoredThing): string {
  const hex = digestOf(`${ofThread ? "thread" : "call"}\n${scorerRef}\n${callId}`)
    .subarray(0, UUID_BYTES)
    .toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Whether an id is in the sample of a rate, which is the share of all ids that are. Larger samples contain smaller ones. */
export function isSampled(id: string, rate: number): boolean {
  return digestOf(id).readUIntBE(0, SAMPLE_BYTES) < rate * 2 ** (8 * SAMPLE_BYTES);
}

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();
