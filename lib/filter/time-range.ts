import { normalizeTimestamp } from "@/lib/contract/time";
import { instantOf, wallTime } from "@/lib/format/wall-time";
import { isAgo, isDay, type Period, readPeriod } from "./period";
import { boundsOf, type Clock, relativeInstant } from "./relative-time";
import { ALL_TIME, type TimeSpan } from "./time-span";

type Day = string;
/** A moment of a day (today, yesterday or a date; of the whole day without a time), or before now, or fixed. */
type Moment = { day: Day; time?: string } | { ago: string } | { at: string } | "now";
/** A period, such as this week; the time since a moment before now; or from one moment to another. */
export type Range = { period: Period } | { last: string } | { from?: Moment; to?: Moment };

/** Instants, ISO 8601, that are both in the range; null if it is open. */
export interface Bounds {
  since: string | null;
  until: string | null;
}

const UNITS: ReadonlyMap<string, string> = new Map([
  ...["m", "min", "mins", "minute", "minutes"].map((word) => [word, "m"] as const),
  ...["h", "hr", "hrs", "hour", "hours"].map((word) => [word, "h"] as const),
  ...["d", "day", "days"].map((word) => [word, "d"] as const),
  ...["w", "week", "weeks"].map((word) => [word, "w"] as const),
]);
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const AT = /^(?:(.+?)(?: at)?(?: |(?<=\d)t))?(\d{1,2}(?::\d{2}){0,2} ?(?:[ap]m)?)$/;
const WITH_OFFSET = /t.*(?:z|[+-]\d{2}:?\d{2})$/;
const TIME = /^(\d{1,2})(?::(\d{2}))?(?::(\d{2}))? ?([ap]m)?$/;

/**
 * The range that a text means, such as `yesterday 14:00 to 16:00`, `last 2 hours`, `since 20 nov` or `this week`;
 * undefined for any other text. `clock` tells the year of a date without one.
 */
export function parseRange(text: string, clock: Clock): Range | undefined {
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, " ");
  const period = readPeriod(words);
  if (period) return { period };
  const last = readAgo(words);
  if (last !== undefined) return { last };
  const [, side, one = ""] = /^(since|after|until|before) (.+)$/.exec(words) ?? [];
  if (side !== undefined) {
    const moment = readMoment(one, clock);
    if (!moment || moment === "now") return undefined;
    return side === "since" || side === "after" ? { from: moment } : { to: moment };
  }
  return readBetween(words, clock);
}

/** The range as a text that `parseRange` reads as the same range. */
export function writeRange(range: Range): string {
  if ("period" in range) return range.period;
  if ("last" in range) return range.last;
  const { from, to } = range;
  if (!from) return to ? `until ${writeMoment(to)}` : "";
  if (!to) return `since ${writeMoment(from)}`;
  const isSameDay =
    typeof from === "object" && typeof to === "object" && "day" in from && "day" in to && from.day === to.day;
  return `${writeMoment(from)} to ${isSameDay && from.time && to.time ? shortTime(to.time) : writeMoment(to)}`;
}

export function boundsOfRange(range: Range, clock: Clock): Bounds {
  if ("period" in range) {
    const [start, end] = boundsOf(range.period, clock);
    return { since: start, until: lastBefore(end) };
  }
  if ("last" in range) return { since: relativeInstant(range.last, clock) ?? null, until: null };
  return { since: range.from ? startOf(range.from, clock) : null, until: range.to ? endOf(range.to, clock) : null };
}

/**
 * The span that a typed text means: relative words stay relative. Undefined if the text is not understood, or if its end
 * is not after its start.
 */
export function readSpan(text: string, clock: Clock): TimeSpan | undefined {
  if (/^\s*(all|all time|any time)\s*$/i.test(text)) return ALL_TIME;
  const range = parseRange(text, clock);
  if (!range) return undefined;
  const { since, until } = boundsOfRange(range, clock);
  if (since !== null && until !== null && Date.parse(since) >= Date.parse(until)) return undefined;
  return isRelative(range) ? { ...ALL_TIME, range: writeRange(range) } : { range: null, from: since, to: until };
}

/** The instants of a span; absolute bounds take precedence over a range. */
export function boundsOfSpan({ range, from, to }: TimeSpan, clock: Clock): Bounds {
  const parsed = from === null && to === null && range !== null ? parseRange(range, clock) : undefined;
  return parsed ? boundsOfRange(parsed, clock) : { since: from, until: to };
}

/** Whether the range means other instants at another time. */
export function isRelative(range: Range): boolean {
  return (
    !("from" in range || "to" in range) || momentsOf(range).some((one) => one === "now" || "ago" in one || isToday(one))
  );
}

function momentsOf(range: Range): Moment[] {
  return "period" in range || "last" in range ? [] : [range.from, range.to].filter((one) => one !== undefined);
}

const isToday = (moment: Exclude<Moment, "now">) => "day" in moment && !isDay(moment.day);

function readBetween(words: string, clock: Clock): Range | undefined {
  // A hyphen without spaces is also a part of dates.
  const spaced = isDay(words.slice(0, 10)) ? words : words.replace(/(\d|[ap]m)-(\d{1,2}(?::|[ap]m))/, "$1 to $2");
  const [, start, end = ""] = /^(?:from |between )?(.+?)(?: (?:to|until|till|and|-) | ?[–—] ?)(.+)$/.exec(spaced) ?? [];
  if (start === undefined) {
    const moment = readMoment(words.replace(/^from /, ""), clock);
    if (!moment || moment === "now") return undefined;
    return "day" in moment && !moment.time ? { from: moment, to: moment } : { from: moment };
  }
  const from = readMoment(start, clock);
  const to = from && readMoment(end, clock, from !== "now" && "day" in from ? from.day : undefined);
  if (!from || !to || from === "now") return undefined;
  return to === "now" ? { from } : { from, to };
}

/** `of` is the day of a time without one. */
function readMoment(words: string, clock: Clock, of: Day = "today"): Moment | undefined {
  if (words === "now") return "now";
  const ago = readAgo(words);
  if (ago !== undefined) return { ago };
  const at = WITH_OFFSET.test(words) ? normalizeTimestamp(words.toUpperCase()) : undefined;
  if (at !== undefined) return { at };
  const whole = readDay(words, clock);
  if (whole !== undefined) return { day: whole };
  const [, dayWords, timeWords = ""] = AT.exec(words) ?? [];
  const time = readTime(timeWords);
  const day = dayWords === undefined ? of : readDay(dayWords, clock);
  return time === undefined || day === undefined ? undefined : { day, time };
}

/** `15m` for `15m`, `15 min`, `15 minutes ago`, `last 15 minutes`. */
function readAgo(words: string): string | undefined {
  const [, prefix, amount, word = ""] = /^((?:last|past) )?(\d+(?:\.\d+)?)? ?([a-z]+)(?: ago)?$/.exec(words) ?? [];
  const unit = UNITS.get(word);
  if (unit === undefined || (amount === undefined && prefix === undefined)) return undefined;
  const ago = `${amount ?? "1"}${unit}`;
  return isAgo(ago) && Number(amount ?? 1) > 0 ? ago : undefined;
}

function readDay(words: string, { now, zone }: Clock): Day | undefined {
  if (words === "today" || words === "yesterday") return words;
  if (isDay(words)) return words;
  const [, first, second, third] = /^(\d{1,2}|[a-z]{3,9}) (\d{1,2}|[a-z]{3,9})(?:,? (\d{4}))?$/.exec(words) ?? [];
  const [number, name] = /\d/.test(first ?? "") ? [first, second] : [second, first];
  const month = MONTHS.indexOf((name ?? "").slice(0, 3)) + 1;
  if (number === undefined || month === 0) return undefined;
  const ofYear = (year: string | number) => `${year}-${String(month).padStart(2, "0")}-${number.padStart(2, "0")}`;
  const today = wallTime(new Date(now).toISOString(), zone).slice(0, 10);
  const thisYear = Number(today.slice(0, 4));
  const date = ofYear(third ?? (ofYear(thisYear) > today ? thisYear - 1 : thisYear));
  return isDay(date) ? date : undefined;
}

/** `14:00:00` for `14:00`, `2pm` or `2:00 pm`. */
function readTime(words: string): string | undefined {
  const [, hourWord, minute, second = "00", half] = TIME.exec(words) ?? [];
  if (hourWord === undefined || (minute === undefined && half === undefined)) return undefined;
  const given = Number(hourWord);
  if (half !== undefined && (given < 1 || given > 12)) return undefined;
  const hour = half === undefined ? given : (given % 12) + (half === "pm" ? 12 : 0);
  if (hour > 23 || Number(minute ?? 0) > 59 || Number(second) > 59) return undefined;
  return `${String(hour).padStart(2, "0")}:${minute ?? "00"}:${second}`;
}

function writeMoment(moment: Moment): string {
  if (moment === "now") return "now";
  if ("ago" in moment) return moment.ago;
  if ("at" in moment) return moment.at;
  return moment.time ? `${moment.day} ${shortTime(moment.time)}` : moment.day;
}

const shortTime = (time: string) => time.replace(/:00$/, "");

function startOf(moment: Moment, clock: Clock): string | null {
  if (moment === "now") return new Date(clock.now).toISOString();
  if ("ago" in moment) return relativeInstant(moment.ago, clock) ?? null;
  if ("at" in moment) return moment.at;
  return instantOf(`${dateOf(moment.day, clock)}T${moment.time ?? "00:00:00"}`, clock.zone);
}

function endOf(moment: Moment, clock: Clock): string | null {
  if (moment === "now" || !("day" in moment) || moment.time) return startOf(moment, clock);
  const next = new Date(`${dateOf(moment.day, clock)}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  const start = instantOf(next.toISOString().slice(0, 19), clock.zone);
  return start && lastBefore(start);
}

function dateOf(day: Day, clock: Clock): string {
  const start = isDay(day) ? undefined : relativeInstant(day, clock);
  return start === undefined ? day : wallTime(start, clock.zone).slice(0, 10);
}

/** The last instant that can be stored before another of whole milliseconds. */
export function lastBefore(instant: string): string {
  return new Date(Date.parse(instant) - 1).toISOString().replace("Z", "999Z");
}
