import type { TrainingEvent, TrainingJob } from "@/lib/contract/training";
import { readMetrics } from "./metrics";

/** A step that was completed at an instant, milliseconds since 1970. */
interface Mark {
  step: number;
  atMs: number;
}

/** Recent activity of a job. */
export interface Pace {
  /** Steps by time, oldest first. */
  marks: readonly Mark[];
  /** Times of any activity, milliseconds since 1970, oldest first. */
  activity: readonly number[];
}

export const NO_PACE: Pace = { marks: [], activity: [] };

/** Number of recent moments of activity that are kept. */
const MOMENTS = 33;
/** Activity within one poll of the runner counts as one moment, milliseconds. */
const MOMENT_MS = 900;
/** Minimum duration of a stall, and minimum multiple of the usual gap. */
const STALL_MS = 60_000;
const STALL_GAPS = 5;

/** How many recent events are considered. */
const EVENTS_READ = 2000;

/** The pace, updated by later events. */
export function extendPace(pace: Pace, events: readonly TrainingEvent[]): Pace {
  let { marks, activity } = pace;
  for (const event of events.slice(-EVENTS_READ)) {
    const atMs = Date.parse(event.created_at);
    if (!Number.isFinite(atMs)) continue;
    activity = isSameMoment(activity.at(-1), atMs) ? activity : [...activity, atMs].slice(-MOMENTS);
    const step = event.type === "gradient_step" ? readMetrics(event)?.step : undefined;
    if (step === undefined) continue;
    const last = marks.at(-1);
    // A lower step means a restart: earlier step times no longer apply.
    if (last && step < last.step) marks = [{ step, atMs }];
    else if (last && isSameMoment(last.atMs, atMs)) marks = [...marks.slice(0, -1), { step, atMs: last.atMs }];
    else marks = [...marks, { step, atMs }].slice(-MOMENTS);
  }
  return { marks, activity };
}

function isSameMoment(beforeMs: number | undefined, atMs: number): boolean {
  return beforeMs !== undefined && atMs - beforeMs < MOMENT_MS;
}

/** Recent time per step, milliseconds: the median between moments. Undefined while there are too few. */
export function stepMs({ marks }: Pace): number | undefined {
  const each = marks.flatMap((mark, index) => {
    const before = marks[index - 1];
    return before && mark.step > before.step ? [(mark.atMs - before.atMs) / (mark.step - before.step)] : [];
  });
  return median(each);
}

/** Estimated milliseconds until the last step, from recent step times; undefined if unknown. */
export function timeLeftMs({ step, total_steps: total }: Pick<TrainingJob, "step" | "total_steps">, pace: Pace) {
  const each = stepMs(pace);
  if (each === undefined || step === undefined || total === undefined) return undefined;
  return Math.max(0, total - step) * each;
}

/** How long a job has run, milliseconds: to its end, or to `nowMs`. Undefined until it runs. */
export function ranMs(
  { started_at: startedAt, ended_at: endedAt }: Pick<TrainingJob, "started_at" | "ended_at">,
  nowMs: number,
): number | undefined {
  if (startedAt === undefined) return undefined;
  return Math.max(0, (endedAt === undefined ? nowMs : Date.parse(endedAt)) - Date.parse(startedAt));
}

/** Estimated milliseconds until the last step of a running job, from its average time per step. */
export function roughTimeLeftMs({
  status,
  step,
  total_steps: total,
  started_at: startedAt,
  last_event_at: lastAt,
}: Pick<TrainingJob, "status" | "step" | "total_steps" | "started_at" | "last_event_at">): number | undefined {
  if (status !== "running" || !step || total === undefined || !startedAt || !lastAt) return undefined;
  return (Math.max(0, total - step) * Math.max(0, Date.parse(lastAt) - Date.parse(startedAt))) / step;
}

export interface Stall {
  /** Time since the last activity. */
  silentMs: number;
  /** The usual gap between two events, if known. */
  usualMs: number | undefined;
}

/**
 * Whether a running job has been inactive for too long: over a minute, and over five times the usual gap between two of
 * its events. `nowMs` in milliseconds since 1970.
 */
export function stallOf(
  {
    status,
    started_at: startedAt,
    last_event_at: lastAt,
  }: Pick<TrainingJob, "status" | "started_at" | "last_event_at">,
  { activity }: Pace,
  nowMs: number,
): Stall | undefined {
  const since = Date.parse(lastAt ?? startedAt ?? "");
  if (status !== "running" || !Number.isFinite(since)) return undefined;
  const usualMs = median(activity.flatMap((at, index) => (index > 0 ? [at - (activity[index - 1] ?? at)] : [])));
  const silentMs = nowMs - since;
  return silentMs > Math.max(STALL_MS, STALL_GAPS * (usualMs ?? 0)) ? { silentMs, usualMs } : undefined;
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  return upper === undefined || lower === undefined ? undefined : (upper + lower) / 2;
}
