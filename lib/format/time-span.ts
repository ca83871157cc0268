import { formatTime, type TimeZone } from "./time";

/** A range that ends now, by its word, or two instants (ISO 8601), of which either may be open; all time without any. */
export interface TimeSpan<Range extends string> {
  range: Range | null;
  from: string | null;
  to: string | null;
}

/** What a span of time is called. */
export function spanWord<Range extends string>(
  { range, from, to }: TimeSpan<Range>,
  words: Readonly<Record<Range, string>>,
  zone: TimeZone,
): string {
  const [start, end] = [formatTime(from, zone, "short"), formatTime(to, zone, "short")];
  if (from !== null && to !== null) return `${start} to ${end}`;
  if (from !== null) return `Since ${start}`;
  if (to !== null) return `Until ${end}`;
  return range ? words[range] : "All time";
}
