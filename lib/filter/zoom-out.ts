import type { Clock } from "./relative-time";
import { endAfter } from "./end-after";
import { boundsOfSpan } from "./time-range";
import { ALL_TIME, isAllTime, type TimeSpan } from "./time-span";

/** Ranges that end now, shortest first: a longer one is the next when zooming out. */
const LAST = ["15m", "1h", "24h", "7d", "30d"];
const LONGER: ReadonlyMap<string, string> = new Map([
  ["today", "this-week"],
  ["this-week", "this-month"],
]);

/**
 * A span that includes a span and as much time around it, up to now; undefined if it is all time. One that ends now stays
 * relative.
 */
export function zoomedOut(span: TimeSpan, clock: Clock): TimeSpan | undefined {
  if (isAllTime(span)) return undefined;
  const { since, until } = boundsOfSpan(span, clock);
  if (since === null) return ALL_TIME;
  const start = Date.parse(since);
  const isRange = span.from === null && span.to === null;
  if (isRange && span.range !== null) {
    const longer = LONGER.get(span.range);
    if (longer !== undefined) return { ...ALL_TIME, range: longer };
    if (until === null) {
      const next = LAST.find((last) => startOfLast(last, clock) < start);
      return next === undefined ? ALL_TIME : { ...ALL_TIME, range: next };
    }
    if (span.range === "this-month") return ALL_TIME;
  }
  const end = until === null ? clock.now : Math.min(endAfter(until), clock.now);
  const widthMs = Math.max(1, end - start);
  const later = until === null ? 0 : Math.min(Math.floor(widthMs / 2), Math.max(0, clock.now - end));
  const to = end + later >= clock.now ? null : new Date(end + later).toISOString();
  return { range: null, from: new Date(start - (widthMs - later)).toISOString(), to };
}

function startOfLast(last: string, clock: Clock): number {
  return Date.parse(boundsOfSpan({ ...ALL_TIME, range: last }, clock).since ?? "");
}
