import { formatTime, type TimeZone } from "@/lib/format/time";

import { isAgo, PERIOD_WORDS } from "./period";

/** A relative range as `writeRange` writes it, or two instants (ISO 8601), either of which may be open; or all time. */
export interface TimeSpan {
  range: string | null;
  from: string | null;
  to: string | null;
}

export const ALL_TIME: TimeSpan = { range: null, from: null, to: null };

const UNIT_WORDS: ReadonlyMap<string, string> = new Map([
  ["m", "minute"],
  ["h", "hour"],
  ["d", "day"],
  ["w", "week"],
]);
const AGO = String.raw`\d{1,6}(?:\.\d{1,3})?[mhdw]`;
const TIME = String.raw`\d\d:\d\d(?::\d\d)?`;
const DATE = String.raw`\d{4}-\d\d-\d\d`;
const MOMENT = String.raw`(?:now|${AGO}|${DATE}T[\d:.]+Z|(?:today|yesterday|${DATE})(?: ${TIME})?)`;
const RANGE = new RegExp(
  `^(?:${PERIOD_WORDS.join("|")}|${AGO}|(?:since|until) ${MOMENT}|${MOMENT} to (?:${MOMENT}|${TIME}))$`,
);

/** Whether a text is a relative range as `writeRange` writes it. */
export function isRange(text: string): boolean {
  return RANGE.test(text);
}

/** Whether a span can mean other instants in another time zone. */
export function dependsOnZone({ range, from, to }: TimeSpan): boolean {
  return from === null && to === null && range !== null && !isAgo(range);
}

export function isAllTime({ range, from, to }: TimeSpan): boolean {
  return range === null && from === null && to === null;
}

/** The label of a span of time. */
export function spanWord({ range, from, to }: TimeSpan, zone: TimeZone): string {
  const [start, end] = [formatTime(from, zone, "short"), formatTime(to, zone, "short")];
  if (from !== null && to !== null) return `${start} to ${end}`;
  if (from !== null) return `Since ${start}`;
  if (to !== null) return `Until ${end}`;
  return range === null ? "All time" : rangeWord(range);
}

/** The label of a relative range: `Last 24 hours`, `This week`, `Yesterday 14:00 to 16:00`. */
export function rangeWord(range: string): string {
  const [, amount = "", unit = ""] = /^(\d+(?:\.\d+)?)([mhdw])$/.exec(range) ?? [];
  const word = UNIT_WORDS.get(unit);
  if (word !== undefined) return amount === "1" ? `Last ${word}` : `Last ${amount} ${word}s`;
  const words = range.replace(/^(this|last)-/, "$1 ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
