import { type CallsView, isSortKey, NEWEST_TRACES } from "@/lib/filter/calls-view";
import { FilterError } from "@/lib/filter/filter";
import { isValuePath } from "@/lib/filter/fields";
import { parseFilter } from "@/lib/filter/parse-filter";
import type { Clock } from "@/lib/filter/relative-time";
import { readSpan } from "@/lib/filter/time-range";
import { ALL_TIME, type TimeSpan } from "@/lib/filter/time-span";
import type { TimeZone } from "@/lib/format/time";
import type { Given } from "./arguments";
import { usageError } from "./exit-status";

/** The view of calls that the words and options of a command describe. */
export function callsViewOf(
  given: Given,
  { zone, now, roots }: { zone: TimeZone; now: number; roots: boolean },
): CallsView {
  const q = given.words.join(" ");
  checkFilter(q);
  return { ...NEWEST_TRACES, q, roots, zone, ...spanOf(given, { zone, now }), ...sortOf(given.text("sort")) };
}

/** The time range of the option, or all time. */
export function spanOf(given: Given, clock: Clock): TimeSpan {
  const range = given.text("range");
  const span = range === undefined ? ALL_TIME : readSpan(range, clock);
  if (span) return span;
  throw usageError(
    `--range ${JSON.stringify(range)} is not a time range, such as "2h", "yesterday" or "since 20 Nov".`,
  );
}

/** Paths of attributes and of values inside payloads. */
export function columnsOf(given: Given): string[] {
  return given.texts("column").map((path) => {
    const known = isValuePath(path) ? path : `attributes.[${path}]`;
    if (!isValuePath(known))
      throw usageError(`--column ${JSON.stringify(path)} is neither an attribute nor a path such as inputs.question.`);
    return known;
  });
}

function sortOf(text: string | undefined): Partial<CallsView> {
  if (text === undefined) return {};
  const [, by = "", direction = "desc"] = /^(.*?)(?::(asc|desc))?$/s.exec(text) ?? [];
  if (by === "" || !isSortKey(by))
    throw usageError(`--sort ${JSON.stringify(text)} is not a field to sort by, such as latency or cost:asc.`);
  return { sort: { by, direction: direction === "asc" ? "asc" : "desc" } };
}

/** Throws a usage error that shows where the filter is wrong. */
function checkFilter(q: string): void {
  try {
    parseFilter(q);
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    const part = q.slice(error.from, error.to);
    const place = part === "" ? "at its end" : `at ${JSON.stringify(part)}`;
    throw usageError(`The filter is not valid ${place}: ${error.message.replace(/\.$/, "")}.`);
  }
}
