import type { CallRow } from "@/lib/contract/calls";
import { statusText } from "@/lib/format/status-text";
import { counted, formatCount } from "@/lib/format/number";
import {
  type AlignedNode,
  alignedInOrder,
  alignTrees,
  type Difference,
  differencesOf,
  firstDivergence,
} from "@/lib/trace/align";
import { totalTokens } from "@/lib/trace/usage";
import { callLine, costOf, durationOf, headlineOf, kindAndName } from "./call-line";
import { largest } from "./largest";
import { lineOf } from "./line";
import { cutToTokens, fitsWithin } from "./tokens";
import type { TraceView } from "./trace-view";

const PREVIEW_CHARS = 300;
/** The share of a budget for the calls that differ; the rest is for their inputs and outputs. */
const PLACES_SHARE = 0.7;

/**
 * How two traces differ: their totals, where they first diverge, and every call that only one has or whose name, status,
 * model, input or output differ, in the order of the tree. Calls are named by their places in A and B. Where the budget
 * is small, texts are shortened first, then later differences left out, with their number.
 */
export function compareText(a: TraceView, b: TraceView, { budget }: { budget: number }): string {
  const roots = alignTrees(a.tree.roots, b.tree.roots);
  const places = [...alignedInOrder(roots)];
  const { different, repeats } = withoutRepeats(places);
  const first = firstOf(different, firstDivergence(roots));
  // Where they first diverge is the most important one, then the outermost call, whatever comes before them.
  const outermost = different[0];
  const ranked = [...new Set([first, outermost, ...different].filter((node) => node !== undefined))];
  const head = [...totals(a, b), ...summary(places.length, different.length, repeats)];
  const write = (shown: number, firstChars: number, otherChars: number) => {
    const kept = new Set(ranked.slice(0, shown));
    const lines = different.flatMap((node) => {
      const chars = node === first || node === outermost ? firstChars : otherChars;
      return kept.has(node) ? placeLines(a, b, node, chars, node === first) : [];
    });
    const left = different.length - kept.size;
    return [...head, ...lines, ...(left > 0 ? [`${counted(left, "more difference")} left out`] : [])];
  };
  const fits = fitsWithin(budget);
  const fitsPlaces = fitsWithin(Math.floor(budget * PLACES_SHARE));
  // The lines of a place take more than this many tokens, so more places never fit.
  const most = Math.min(ranked.length, Math.ceil(budget / 6));
  const shown = largest(0, most, (count) => fitsPlaces(write(count, 0, 0)));
  const firstChars = largest(0, PREVIEW_CHARS, (chars) => fits(write(shown, chars, 0)));
  const otherChars = largest(0, firstChars, (chars) => fits(write(shown, firstChars, chars)));
  return cutToTokens(write(shown, firstChars, otherChars).join("\n"), budget);
}

/** Where the traces first diverge: a call that differs only as the outermost one does, in a question, says nothing. */
function firstOf(different: readonly AlignedNode[], found: AlignedNode | undefined): AlignedNode | undefined {
  if (found && different.includes(found)) return found;
  return different.find(({ children }) => children.length === 0) ?? different[0];
}

/** Calls that differ, without those that differ only as another one before them does, such as in a question. */
function withoutRepeats(places: readonly AlignedNode[]): { different: AlignedNode[]; repeats: number } {
  const seen = new Set<string>();
  const different: AlignedNode[] = [];
  let repeats = 0;
  for (const node of places) {
    const differences = differencesOf(node);
    if (differences.length === 0) continue;
    const changes = differences.map((one) => changeOf(node, one));
    if (changes.every((change) => change !== undefined && seen.has(change))) repeats += 1;
    else different.push(node);
    for (const change of changes) if (change !== undefined) seen.add(change);
  }
  return { different, repeats };
}

/** What changed in an input or output, as a text to compare; undefined for other differences. */
function changeOf({ a, b }: AlignedNode, difference: Difference): string | undefined {
  if (difference !== "input" && difference !== "output") return undefined;
  return JSON.stringify([previewOf(a?.row, difference), previewOf(b?.row, difference)]);
}

function summary(places: number, different: number, repeats: number): string[] {
  if (different === 0)
    return [
      `all ${counted(places, "call")} are the same, as far as names, status, models and the beginnings of inputs and outputs tell`,
    ];
  const others = repeats > 0 ? `; ${counted(repeats, "more call")} differ only as one of these does` : "";
  return [`${counted(different, "difference")} in ${counted(places, "place")}${others}`];
}

function totals(a: TraceView, b: TraceView): string[] {
  const rows = [a, b].map((view) => {
    const root = view.tree.roots[0];
    const usage = root?.row?.overview?.total_usage ?? view.usage.get(root?.id ?? "");
    return {
      trace: lineOf(root?.row?.trace_id ?? "", 100),
      status: statusText(view.statuses.get(root?.id ?? "") ?? "success", root?.row),
      calls: formatCount(view.nodes.length),
      latency: root?.row && durationOf(root.row, view.now),
      tokens: usage && formatCount(totalTokens(usage)),
      cost: costOf(root?.row),
    };
  });
  const [left, right] = rows;
  if (!left || !right) return [];
  const change = (name: string, from: string | undefined, to: string | undefined) =>
    from === to ? `${name} ${from ?? "unknown"} in both` : `${name} ${from ?? "unknown"} → ${to ?? "unknown"}`;
  const facts = (["status", "calls", "latency", "tokens", "cost"] as const).map((name) =>
    change(name, left[name], right[name]),
  );
  return [`A: trace ${left.trace}`, `B: trace ${right.trace}`, `A → B: ${facts.join(", ")}`];
}

const DIFFERENT: Readonly<Record<Difference, string>> = {
  only_a: "only in A",
  only_b: "only in B",
  name: "name",
  status: "status",
  model: "model",
  input: "input",
  output: "output",
};

function placeLines(a: TraceView, b: TraceView, place: AlignedNode, chars: number, isFirst: boolean): string[] {
  const differences = differencesOf(place);
  const [left, right] = [place.a && callLine(a, place.a), place.b && callLine(b, place.b)];
  const name = place.a ?? place.b;
  const what = differences.map((one) => DIFFERENT[one]).join(", ");
  const label = `${isFirst ? "! first divergence: " : ""}${name ? kindAndName(name) : ""}: ${what}`;
  const lines = [label, left === undefined ? "" : ` A ${left}`, right === undefined ? "" : ` B ${right}`];
  if (chars > 0) {
    for (const side of ["input", "output"] as const) {
      if (!differences.includes(side)) continue;
      const [from, to] = [previewOf(place.a?.row, side), previewOf(place.b?.row, side)];
      const start = sharedStart(from, to);
      lines.push(` A ${side}: ${lineOf(from.slice(start), chars)}`, ` B ${side}: ${lineOf(to.slice(start), chars)}`);
    }
    for (const [side, node] of [
      ["A", place.a],
      ["B", place.b],
    ] as const) {
      const exception = headlineOf(node?.row);
      if (exception) lines.push(` ${side} exception: ${lineOf(exception, chars)}`);
    }
  }
  return lines.filter((line) => line !== "");
}

/** What both texts begin with is left out, except for the words before the difference. */
const KEPT_CHARS = 40;

function sharedStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return Math.max(0, at - KEPT_CHARS);
}

const previewOf = (row: CallRow | undefined, side: "input" | "output") => row?.overview?.[`${side}_preview`] ?? "";
