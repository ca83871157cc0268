import { browserZone } from "./behind-nginx";

/** An instant in the browser's time zone: `20 Nov 2026 14:02:11`. */
export function localTime(iso: string): string {
  const format = new Intl.DateTimeFormat("en-GB", {
    dateStyle: "medium",
    timeStyle: "medium",
    timeZone: browserZone(),
  });
  return format.format(new Date(iso)).replace(",", "");
}
