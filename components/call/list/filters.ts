import { statusWord } from "@/components/ui/status-icon";
import { opName } from "@/lib/format/call-name";
import { formatTime, type TimeZone } from "@/lib/format/time";
import type { CallsView, RelativeRange } from "@/lib/queries/calls-filter";

export const rangeWords: Record<RelativeRange, string> = {
  "15m": "Last 15 min",
  "1h": "Last hour",
  "24h": "Last 24 h",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
};

/** What the time range of a view is called. */
export function rangeWord({ from, to, range }: CallsView, zone: TimeZone): string {
  const [start, end] = [formatTime(from, zone, "short"), formatTime(to, zone, "short")];
  if (from !== null && to !== null) return `${start} to ${end}`;
  if (from !== null) return `Since ${start}`;
  if (to !== null) return `Until ${end}`;
  return range ? rangeWords[range] : "All time";
}

/** One thing that narrows the list: its words, and what changes the view to be without it. */
export interface Filter {
  name: string;
  value: string;
  without: Partial<CallsView>;
}

/** Nothing that narrows the list; the order and whether roots only stay. */
export const noFilters = { q: "", status: [], op: [], from: null, to: null, range: null } satisfies Partial<CallsView>;

/** The filters of a view that chips stand for; search and time have their own controls. */
export function chipFilters(view: CallsView): Filter[] {
  return [
    ...view.status.map((status) => ({
      name: "status",
      value: statusWord(status).toLowerCase(),
      without: { status: view.status.filter((each) => each !== status) },
    })),
    ...view.op.map((op) => ({
      name: "op",
      value: opName(op),
      without: { op: view.op.filter((each) => each !== op) },
    })),
  ];
}

/** Everything that narrows the list, for telling what emptied it. */
export function allFilters(view: CallsView, zone: TimeZone): Filter[] {
  const isTimed = view.range !== null || view.from !== null || view.to !== null;
  return [
    ...(view.q ? [{ name: "text", value: `“${view.q}”`, without: { q: "" } }] : []),
    ...chipFilters(view),
    ...(isTimed
      ? [{ name: "time", value: rangeWord(view, zone), without: { range: null, from: null, to: null } }]
      : []),
    ...(view.roots ? [{ name: "calls", value: "roots only", without: { roots: false } }] : []),
  ];
}
