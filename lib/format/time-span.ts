import { formatTime, type TimeZone } from "./time";

/**
 * A range that ends now, by its word, or two instants (ISO 8601), either of which may be open; all time if all are
 * absent.
 */
export interface TimeSpan<Range extends string> {
  range: Range | null;
  from: string | null;
  to: string | null;
}

/** The label of a span of time. */
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
