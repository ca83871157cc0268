import { formatDuration } from "@/lib/format/duration";

/** The windows that the form offers, by their length in seconds. */
export const WINDOWS = [
  { value: "300", label: "5 minutes" },
  { value: "900", label: "15 minutes" },
  { value: "1800", label: "30 minutes" },
  { value: "3600", label: "1 hour" },
  { value: "21600", label: "6 hours" },
  { value: "86400", label: "1 day" },
  { value: "604800", label: "7 days" },
];

/** The length of a window in words. */
export function windowWords(seconds: number): string {
  return WINDOWS.find(({ value }) => value === String(seconds))?.label ?? formatDuration(seconds * 1000);
}
