import { formatTime, type TimeZone } from "@/lib/format/time";

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** The label of a tick on an axis of time, as short as the distance between ticks allows: `20 Nov`, `14:05`, `14:05:10`. */
export function tickTime(ms: number, stepMs: number, zone: TimeZone): string {
  const iso = new Date(ms).toISOString();
  const clock = formatTime(iso, zone, "clock");
  const isMidnight = clock === "00:00:00";
  if (stepMs >= dayMs || isMidnight) return formatTime(iso, zone, "full").split(" ").slice(0, 2).join(" ");
  return stepMs >= minuteMs ? clock.slice(0, 5) : clock;
}

/** A bucket of time as text: `20 Nov 2026 14:00 to 15:00`. */
export function bucketTime(fromMs: number, toMs: number, zone: TimeZone): string {
  const [from, to] = [dayAndClock(fromMs, zone), dayAndClock(toMs, zone)];
  if (toMs - fromMs >= dayMs && from.clock === "00:00:00" && to.clock === "00:00:00")
    return toMs - fromMs < dayMs * 1.5 ? from.day : `${from.day}, ${Math.round((toMs - fromMs) / dayMs)} days`;
  return `${from.day} ${short(from.clock)} to ${from.day === to.day ? "" : `${to.day} `}${short(to.clock)}`;
}

function dayAndClock(ms: number, zone: TimeZone): { day: string; clock: string } {
  const iso = new Date(ms).toISOString();
  return {
    day: formatTime(iso, zone, "date"),
    clock: formatTime(iso, zone, "clock"),
  };
}

function short(clock: string): string {
  return clock.endsWith(":00") ? clock.slice(0, 5) : clock;
}
