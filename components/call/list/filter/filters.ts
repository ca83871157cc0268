import { clausesOf, type Filter, FilterError, combine } from "@/lib/filter/filter";
import { fieldAt } from "@/lib/filter/fields";
import { formatFilter } from "@/lib/filter/format-filter";
import { parseFilter } from "@/lib/filter/parse-filter";
import { opName } from "@/lib/format/call-name";
import { hasIdForm } from "@/lib/contract/id-spellings";
import type { TimeZone } from "@/lib/format/time";
import { isAllTime, spanWord } from "@/lib/filter/time-span";
import type { CallsView } from "@/lib/filter/calls-view";

/** One condition on the list: its text, and the change of the view that removes it. */
export interface Narrowing {
  name: string;
  value: string;
  without: Partial<CallsView>;
}

/** A view without conditions; the order and “roots only” stay. */
export const noFilters = { q: "", from: null, to: null, range: null } satisfies Partial<CallsView>;

export function readFilter(text: string): { filter: Filter | undefined } | { error: FilterError } {
  try {
    return { filter: parseFilter(text) };
  } catch (error) {
    if (error instanceof FilterError) return { error };
    throw error;
  }
}

/** The text that a filter's text searches for, if that is all; otherwise empty. */
export function searchedText(text: string): string {
  if (hasIdForm(text.trim())) return text.trim();
  const read = readFilter(text);
  return "filter" in read && read.filter?.kind === "text" ? read.filter.text : "";
}

/** The clauses of a view's filter, each of which can be removed; none if it is invalid. */
export function clauses(view: CallsView): Narrowing[] {
  const read = readFilter(view.q);
  const all = "filter" in read ? clausesOf(read.filter) : [];
  return all.map((clause, index) => ({
    ...clauseWords(clause),
    // Only when it is asked for: to write all others for each of many takes long.
    get without() {
      return { q: formatFilter(combine("and", all.toSpliced(index, 1))) };
    },
  }));
}

/** All conditions of the list, to find out which of them emptied it. */
export function allNarrowings(view: CallsView, zone: TimeZone): Narrowing[] {
  return [
    ...clauses(view),
    ...(isAllTime(view)
      ? []
      : [{ name: "time", value: spanWord(view, zone), without: { range: null, from: null, to: null } }]),
    ...(view.roots ? [{ name: "calls", value: "root calls only", without: { roots: false } }] : []),
  ];
}

/**
 * The filters that look for conditions in the calls below a root, for a list of roots that finds nothing: for each
 * condition on a field, and for all of them in one call. None if other calls are listed anyway.
 */
export function filtersBelow(view: CallsView): { below: string; q: string }[] {
  const read = readFilter(view.q);
  const all = view.roots && "filter" in read ? clausesOf(read.filter) : [];
  const movable = all.filter(isMovable).slice(0, MOST_MOVED);
  const moves = movable.length > 1 ? [movable, ...movable.map((one) => [one])] : [movable];
  return moves.flatMap((moved) => {
    const part = combine("and", moved);
    if (!part) return [];
    const below: Filter = { kind: "related", relation: "below", part };
    const rest = all.filter((one) => !moved.includes(one));
    return { below: formatFilter(below), q: formatFilter(combine("and", [...rest, below])) };
  });
}

const MOST_MOVED = 3;

/** Whether a condition can be meant for a call below: the time is that of the trace. */
function isMovable(clause: Filter): boolean {
  if (clause.kind === "or") return clause.parts.every(isMovable);
  return clause.kind === "field" && fieldAt(clause.field)?.type !== "time";
}

/** The filter text with one more clause. */
export function withClause(q: string, clause: Filter): string {
  const read = readFilter(q);
  return formatFilter(combine("and", [...("filter" in read ? clausesOf(read.filter) : []), clause]));
}

/** A clause as text: its name in gray and its value. */
function clauseWords(clause: Filter): { name: string; value: string } {
  if (clause.kind === "text") return { name: "text", value: `“${clause.text}”` };
  if (clause.kind === "field" && clause.comparison !== "exists") {
    const field = fieldAt(clause.field);
    const written = formatFilter(clause).slice(field?.name.length ?? 0);
    if (clause.comparison === "is" && !written.includes('"'))
      return {
        name: clause.field === "op_name" ? "op" : (field?.name ?? clause.field),
        value: shortOps(written.slice(1)),
      };
  }
  return { name: "", value: formatFilter(clause) };
}

function shortOps(values: string): string {
  return values.split(",").map(opName).join(" or ");
}
