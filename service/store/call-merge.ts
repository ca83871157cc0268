import { MERGED_FIELDS, type MergedField } from "./call-fields";
import { type CallWrite, RANK, type Rank } from "./store";

/** What several writes say of one call. */
export interface MergedWrite {
  write: CallWrite;
  /** Two bits a field: an end (or later) has said it, an update has said it. So the union of two ranks is the later. */
  ranks: bigint;
  /** Places in the batch of the writes that are in it. */
  places: number[];
}

const SAID_BY: Record<Rank, bigint> = { [RANK.start]: 0b00n, [RANK.end]: 0b01n, [RANK.update]: 0b11n };

const shiftOf = (field: MergedField) => BigInt(2 * MERGED_FIELDS.indexOf(field));
const MASKS = new Map(MERGED_FIELDS.map((field) => [field, 0b11n << shiftOf(field)]));

/** The two bits of a field in `ranks`. */
export function rankMask(field: MergedField): bigint {
  return MASKS.get(field) ?? 0n;
}

/**
 * Merges the writes of a batch, so that each call is there once. A write that gives a call another trace than an
 * earlier one of the batch did is left for the next round: by then the database knows the first.
 */
export function mergeBatch(writes: readonly { write: CallWrite; place: number }[]): {
  merged: MergedWrite[];
  nextRound: { write: CallWrite; place: number }[];
} {
  const calls = new Map<string, MergedWrite>();
  const nextRound: { write: CallWrite; place: number }[] = [];
  for (const { write, place } of writes) {
    const key = callKey(write.project_id, write.id);
    const earlier = calls.get(key);
    if (!earlier) calls.set(key, { write: { ...write }, ranks: ranksOf(write), places: [place] });
    else if (sameTrace(earlier.write, write)) mergeWrite(earlier, write, place);
    else nextRound.push({ write, place });
  }
  // Two batches that lock the same rows in the same order cannot deadlock.
  const merged = [...calls].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, call]) => call);
  return { merged, nextRound };
}

/** Identity of a call within a batch. */
export function callKey(projectId: string, id: string): string {
  return `${projectId}\n${id}`;
}

function sameTrace(one: CallWrite, other: CallWrite): boolean {
  return one.trace_id === undefined || other.trace_id === undefined || one.trace_id === other.trace_id;
}

function mergeWrite(call: MergedWrite, later: CallWrite, place: number): void {
  const ranks = ranksOf(later);
  for (const field of MERGED_FIELDS) {
    const outranked = (call.ranks & ~ranks & rankMask(field)) !== 0n;
    if (later[field] !== undefined && !outranked) setField(call.write, field, later[field]);
  }
  call.write.trace_id ??= later.trace_id;
  call.ranks |= ranks;
  call.places.push(place);
}

function setField<Field extends MergedField>(write: CallWrite, field: Field, value: CallWrite[Field]): void {
  write[field] = value;
}

function ranksOf(write: CallWrite): bigint {
  const said = SAID_BY[write.rank];
  let ranks = 0n;
  for (const field of MERGED_FIELDS) if (write[field] !== undefined) ranks |= said << shiftOf(field);
  return ranks;
}
