import { formatLook, LOOK_COOKIE } from "@/lib/format/look-cookie";

import { browserStorage } from "./safe-storage";
import { deviceZone } from "./use-time-zone";

/** Preferences whose effect on a page is seen at once, by the start of their keys. */
const shaping = ["loupe:table:", "loupe:split:", "loupe:rail", "loupe:calls-charts", "loupe:time-zone"];
const yearS = 31_536_000;

/** Tells the server how this browser shows pages, for the next one. */
export function shareLook(): void {
  const keys = shaping.flatMap((start) => browserStorage.keys(start));
  const stored = Object.fromEntries(keys.map((key) => [key, browserStorage.read(key) ?? ""]));
  const look = formatLook({ zone: deviceZone(), stored });
  document.cookie = `${LOOK_COOKIE}=${look}; path=/; max-age=${yearS}; samesite=lax`;
}
