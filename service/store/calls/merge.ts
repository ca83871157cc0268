import { MERGED_FIELDS, type MergedField } from "./fields";
import { type CallWrite, RANK } from "./call-write";

/** Several writes of one call, merged. */
export interface MergedWrite {
  /** Its `callKey`. */
  key: string;
  write: CallWrite;
  /** A bit per field for values of an end (or later), and one for values of an update: of both, the update is later. */
  ended: number;
  updated: number;
  /** Positions in the batch of the writes that were merged. */
  places: number[];
}

// Positions of the two bits of each field in `ranks`, as the database stores them: 48 bits, which a double holds exactly.
const RANK_STEPS = MERGED_FIELDS.map((_, place) => 4 ** place);

// All merged writes have the same shape, so that merging never adds a property to an object.
function copyOf(write: CallWrite): { [Field in keyof Required<CallWrite>]: CallWrite[Field] } {
  return {
    project_id: write.project_id,
    id: write.id,
    rank: write.rank,
    trace_id: write.trace_id,
    parent_id: write.parent_id,
    op_name: write.op_name,
    display_name: write.display_name,
    thread_id: write.thread_id,
    turn_id: write.turn_id,
    started_at: write.started_at,
    ended_at: write.ended_at,
    exception: write.exception,
    attributes: write.attributes,
    inputs: write.inputs,
    output: write.output,
    summary: write.summary,
    ext_user_id: write.ext_user_id,
    user_id: write.user_id,
    ext_run_id: write.ext_run_id,
    ext_run_step: write.ext_run_step,
    ext_run_step_end: write.ext_run_step_end,
    kind: write.kind,
    model: write.model,
    usage: write.usage,
    service_tier: write.service_tier,
    stated_cost: write.stated_cost,
    response_id: write.response_id,
    dropped: write.dropped,
  };
}

/** The two bits of a field in `ranks`. */
export function rankMask(field: MergedField): bigint {
  return 0b11n << BigInt(2 * MERGED_FIELDS.indexOf(field));
}

/** The stored bits: two per field, the first where an end has set it, the second where an update has. */
export function ranksOf({ ended, updated }: Pick<MergedWrite, "ended" | "updated">): string {
  const ranks = RANK_STEPS.reduce(
    (sum, step, place) => sum + step * (((ended >> place) & 1) + 2 * ((updated >> place) & 1)),
    0,
  );
  return String(ranks);
}

/**
 * Merges the writes of a batch, so that it contains each call once. A write that gives a call another trace than an
 * earlier write of the batch is deferred to the next round, when the database has stored the first.
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
    if (!earlier) calls.set(key, { key, write: copyOf(write), ...bitsOf(write), places: [place] });
    else if (sameTrace(earlier.write, write)) mergeWrite(earlier, write, place);
    else nextRound.push({ write, place });
  }
  // Two batches that lock the same rows in the same order cannot deadlock.
  const merged = [...calls.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  return { merged, nextRound };
}

/** Identity of a call within a batch. */
export function callKey(projectId: string, id: string): string {
  return `${projectId}\n${id}`;
}

/** Whether a call is visible once these writes alone are stored. */
export function isShown({ write }: MergedWrite): boolean {
  return write.started_at !== undefined && write.op_name !== undefined && write.trace_id !== undefined;
}

function sameTrace(one: CallWrite, other: CallWrite): boolean {
  return one.trace_id === undefined || other.trace_id === undefined || one.trace_id === other.trace_id;
}

function mergeWrite(call: MergedWrite, later: CallWrite, place: number): void {
  const { ended, updated } = bitsOf(later);
  const outranked = (call.ended & ~ended) | (call.updated & ~updated);
  MERGED_FIELDS.forEach((field, bit) => {
    if (later[field] !== undefined && ((outranked >> bit) & 1) === 0) setField(call.write, field, later[field]);
  });
  call.write.trace_id ??= later.trace_id;
  call.ended |= ended;
  call.updated |= updated;
  call.places.push(place);
}

function setField<Field extends MergedField>(write: CallWrite, field: Field, value: CallWrite[Field]): void {
  write[field] = value;
}

function bitsOf(write: CallWrite): { ended: number; updated: number } {
  if (write.rank === RANK.start) return { ended: 0, updated: 0 };
  let bits = 0;
  MERGED_FIELDS.forEach((field, bit) => {
    if (write[field] !== undefined) bits |= 1 << bit;
  });
  return { ended: bits, updated: write.rank === RANK.update ? bits : 0 };
}
