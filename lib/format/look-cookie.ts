import type { Look } from "./look";
import { parseTimeZone } from "./time-zone";

/** Where the browser tells the server what shapes its pages, so that the server renders them as the browser will. */
export const LOOK_COOKIE = "loupe-look";

/** Servers accept 8 KiB of headers and more; the session's cookies need the larger part. */
const MOST_CHARS = 3_000;

/** A look as the value of its cookie; the longest preferences are left out if not all fit. */
export function formatLook({ zone, stored }: Look): string {
  const kept: Record<string, string> = {};
  const text = () => encodeURIComponent(JSON.stringify({ zone, stored: kept }));
  for (const [key, value] of Object.entries(stored).toSorted(([, a], [, b]) => a.length - b.length)) {
    kept[key] = value;
    if (text().length <= MOST_CHARS) continue;
    delete kept[key];
    break;
  }
  return text();
}

/** Parses the decoded value of the cookie; what is invalid counts as unknown. */
export function parseLook(text: string | undefined): Look {
  const { zone, stored } = fields(text);
  return {
    zone: typeof zone === "string" ? parseTimeZone(zone) : undefined,
    stored: Object.fromEntries(
      Object.entries(stored ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    ),
  };
}

function fields(text: string | undefined): { zone?: unknown; stored?: unknown } {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
