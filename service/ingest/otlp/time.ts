import { JsonText } from "@/lib/json/text";
import { normalizeTimestamp } from "@/lib/contract/time";
import type { AnyValue } from "./any-value";
import type { Span } from "./span";

const NANOS_PER_MICRO = 1000;
const NANOS_PER_SECOND = 1_000_000_000n;
/** Nanoseconds in what a Unix time below each bound counts in: seconds, milliseconds, microseconds; nanoseconds above. */
const UNITS = [
  { below: 10n ** 11n, nanos: 10n ** 9n },
  { below: 10n ** 14n, nanos: 10n ** 6n },
  { below: 10n ** 17n, nanos: 10n ** 3n },
];
const UNIX_TIME = /^([1-9]\d{0,18})(?:\.(\d{1,9})\d*)?$/;

/** Unix nanoseconds as a normalized timestamp: UTC with microseconds and `Z`, digits beyond them cut. */
export function timestampOf(unixNano: bigint): string {
  const seconds = Number(unixNano / NANOS_PER_SECOND);
  const micros = Math.trunc(Number(unixNano % NANOS_PER_SECOND) / NANOS_PER_MICRO);
  return `${secondText(seconds)}.${String(micros).padStart(6, "0")}Z`;
}

/** The latest second that was written: most times of an export are in the same one. */
let latest = { second: 0, text: "1970-01-01T00:00:00" };

function secondText(second: number): string {
  if (second !== latest.second) latest = { second, text: new Date(second * 1000).toISOString().slice(0, 19) };
  return latest.text;
}

/** A normalized timestamp as Unix nanoseconds; 0 for any other text. */
export function unixNanoOf(timestamp: string): bigint {
  const [, second = "", micros = ""] = /^(.{19})\.(\d{6})Z$/.exec(timestamp) ?? [];
  const ms = Date.parse(`${second}Z`);
  return Number.isNaN(ms) ? 0n : (BigInt(ms) * 1000n + BigInt(micros)) * BigInt(NANOS_PER_MICRO);
}

/** Start of the work; Langfuse's SDKs send it in an attribute where the span was created later. Undefined when not sent. */
export function startOf({ attributes, startUnixNano, endUnixNano }: Span): string | undefined {
  return statedTime(attributes.get("langfuse.startTime")) ?? sentTime(startUnixNano || endUnixNano);
}

/** End of the work, sent in the same way as its start; undefined while it runs. */
export function endOf({ attributes, endUnixNano }: Span): string | undefined {
  return statedTime(attributes.get("langfuse.endTime")) ?? sentTime(endUnixNano);
}

const sentTime = (unixNano: bigint) => (unixNano === 0n ? undefined : timestampOf(unixNano));

/** ISO 8601 text, in quotes or not, or a Unix time in a unit that follows from its size; undefined for anything else. */
function statedTime(value: AnyValue | undefined): string | undefined {
  if (typeof value !== "string" && !(value instanceof JsonText)) return undefined;
  const text = typeof value === "string" ? value.replace(/^"(.*)"$/, "$1") : value.text;
  const [, whole, fraction = ""] = UNIX_TIME.exec(text) ?? [];
  if (whole === undefined) return normalizeTimestamp(text);
  const nanos = UNITS.find(({ below }) => BigInt(whole) < below)?.nanos ?? 1n;
  return timestampOf(BigInt(whole) * nanos + (BigInt(fraction.padEnd(9, "0")) * nanos) / 10n ** 9n);
}
