import type { CallRow } from "@/lib/contract/calls";
import { toMicroseconds } from "@/lib/contract/time";

const MICROSECONDS = 1000;

/** The time range of a trace's axis: its start in microseconds since 1970, and its length. */
export interface TimelineExtent {
  start: number;
  duration: number;
}

/** The position of a call's bar on the axis: fractions of its width, from 0 to 1. */
export interface BarGeometry {
  left: number;
  width: number;
}

/** From the first start to the last end; a running call extends it to `now` (milliseconds since 1970). */
export function timelineExtent(rows: readonly CallRow[], now: number): TimelineExtent {
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    const span = timeSpan(row, now);
    if (!span) continue;
    start = Math.min(start, span.start);
    end = Math.max(end, span.start + span.duration);
  }
  return start <= end ? { start, duration: end - start } : { start: 0, duration: 0 };
}

/** A call's bar on a trace's axis; undefined when its start is not known. */
export function barGeometry(row: CallRow, extent: TimelineExtent, now: number): BarGeometry | undefined {
  const span = timeSpan(row, now);
  if (!span) return undefined;
  return sectionGeometry({ start: span.start, end: span.start + span.duration }, extent);
}

/** A section of a trace's time on its axis; both bounds in microseconds since 1970. */
export function sectionGeometry(section: { start: number; end: number }, extent: TimelineExtent): BarGeometry {
  if (extent.duration <= 0) return { left: 0, width: 1 };
  const left = clamp((section.start - extent.start) / extent.duration);
  return { left, width: Math.min(clamp((section.end - section.start) / extent.duration), 1 - left) };
}

/**
 * The latency of a call, or the time it has been running at `now`, in milliseconds; never negative, even if clocks
 * disagree. Unknown for a stale call.
 */
export function latencyMs(row: CallRow, now: number): number | undefined {
  const span = isSilent(row) ? undefined : timeSpan(row, now);
  return span && span.duration / MICROSECONDS;
}

/**
 * The start of a call and its latency, or the time it has been running at `now`, in microseconds; never negative, 0 for
 * a stale call.
 */
export function timeSpan(row: CallRow, now: number): TimelineExtent | undefined {
  const { start, end = now * MICROSECONDS } = timesOf(row);
  if (start === undefined) return undefined;
  return { start, duration: isSilent(row) ? 0 : Math.max(0, end - start) };
}

interface Times {
  start: number | undefined;
  end: number | undefined;
}

// A row computes its times at every render, and a trace has many rows.
const times = new WeakMap<CallRow, Times>();

function timesOf(row: CallRow): Times {
  const known = times.get(row);
  if (known) return known;
  const { started_at: startedAt, ended_at: endedAt } = row;
  const found = {
    start: startedAt ? toMicroseconds(startedAt) : undefined,
    end: endedAt ? toMicroseconds(endedAt) : undefined,
  };
  times.set(row, found);
  return found;
}

/** When it stopped is unknown; a bar until now would make the others too small to see. */
function isSilent({ ended_at: endedAt, overview }: CallRow): boolean {
  return endedAt === undefined && overview?.stale === true;
}

function clamp(fraction: number): number {
  return Math.min(1, Math.max(0, fraction));
}
