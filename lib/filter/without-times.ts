import { fieldAt } from "./fields";
import { combine, type FieldFilter, type Filter, FilterError } from "./filter";
import { formatFilter } from "./format-filter";
import { parseFilter } from "./parse-filter";

/**
 * The text of a filter without the conditions on the start and end of calls that every call must meet; as it is if it has
 * none, or is invalid. Conditions that are an alternative to others stay, since without them other calls are selected.
 */
export function withoutTimes(text: string): string {
  try {
    const filter = parseFilter(text);
    return filter && hasTimes(filter) ? formatFilter(without(filter)) : text;
  } catch (error) {
    if (error instanceof FilterError) return text;
    throw error;
  }
}

/** Whether it is, or requires besides others, a condition on times only. */
function hasTimes(filter: Filter): boolean {
  return filter.kind === "and" ? filter.parts.some(hasTimes) : isOnTimes(filter);
}

function without(filter: Filter): Filter | undefined {
  if (filter.kind !== "and") return isOnTimes(filter) ? undefined : filter;
  return combine(
    "and",
    filter.parts.flatMap((part) => without(part) ?? []),
  );
}

/** Whether a condition is about nothing but times. */
function isOnTimes(filter: Filter): boolean {
  switch (filter.kind) {
    case "and":
    case "or":
      return filter.parts.every(isOnTimes);
    case "not":
      return isOnTimes(filter.part);
    case "field":
      return fieldAt(filter.field)?.type === "time" && !isAboutPresence(filter);
    default:
      return false;
  }
}

function isAboutPresence({ comparison, values }: FieldFilter): boolean {
  return comparison === "exists" || values.every(({ kind }) => kind === "null");
}
