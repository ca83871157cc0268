import { clausesOf, type Filter, FilterError, combine } from "@/lib/filter/filter";
import { fieldAt } from "@/lib/filter/fields";
import { formatFilter } from "@/lib/filter/format-filter";
import { parseFilter } from "@/lib/filter/parse-filter";
import { opName } from "@/lib/format/call-name";
import type { TimeZone } from "@/lib/format/time";
import { spanWord } from "@/lib/format/time-span";
import type { CallsView, RelativeRange } from "@/lib/filter/calls-view";

export const rangeWords: Record<RelativeRange, string> = {
  "15m": "Last 15 min",
  "1h": "Last hour",
  "24h": "Last 24 h",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
};

/** One thing that narrows the list: its text, and the change of the view that removes it. */
export interface Narrowing {
  name: string;
  value: string;
  without: Partial<CallsView>;
}

/** Nothing that narrows the list; the order and whether roots only stay. */
export const noFilters = { q: "", from: null, to: null, range: null } satisfies Partial<CallsView>;

/** The filter of a text, or what is wrong with it. */
export function readFilter(text: string): { filter: Filter | undefined } | { error: FilterError } {
  try {
    return { filter: parseFilter(text) };
  } catch (error) {
    if (error instanceof FilterError) return { error };
    throw error;
  }
}

/** The clauses of a view's filter, each of which the list can be without; none when it cannot be read. */
export function clauses(view: CallsView): Narrowing[] {
  const read = readFilter(view.q);
  const all = "filter" in read ? clausesOf(read.filter) : [];
  return all.map((clause, index) => ({
    ...clauseWords(clause),
    without: { q: formatFilter(combine("and", all.toSpliced(index, 1))) },
  }));
}

/** Everything that narrows the list, to find out what emptied it. */
export function allNarrowings(view: CallsView, zone: TimeZone): Narrowing[] {
  const isTimed = view.range !== null || view.from !== null || view.to !== null;
  return [
    ...clauses(view),
    ...(isTimed
      ? [{ name: "time", value: spanWord(view, rangeWords, zone), without: { range: null, from: null, to: null } }]
      : []),
    ...(view.roots ? [{ name: "calls", value: "roots only", without: { roots: false } }] : []),
  ];
}

/** The filter text with one more clause that must hold. */
export function withClause(q: string, clause: Filter): string {
  const read = readFilter(q);
  return formatFilter(combine("and", [...("filter" in read ? clausesOf(read.filter) : []), clause]));
}

/** A clause as words: a name in grey and what it says. */
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
