import "server-only";

import { cookies } from "next/headers";

import { parseTimeZone, TIME_ZONE_COOKIE } from "@/lib/format/time-zone";
import type { TimeZone } from "@/lib/format/time";

/** The time zone in which the browser that makes this request last showed times; undefined if unknown. */
export async function requestedTimeZone(): Promise<TimeZone | undefined> {
  const zone = (await cookies()).get(TIME_ZONE_COOKIE)?.value;
  return zone === undefined ? undefined : parseTimeZone(zone);
}
