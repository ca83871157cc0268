import { statusText } from "@/lib/format/status-text";
import { counted } from "@/lib/format/number";
import type { SpanNode } from "@/lib/trace/span-tree";
import { callLine, costOf, durationOf, headlineOf, kindAndName, usageText } from "./call-line";
import { largest } from "./largest";
import { lineOf } from "./line";
import { type Note, traceNotes } from "./notes";
import { cutToTokens, estimateTokens, fitsWithin } from "./tokens";
import type { TraceView } from "./trace-view";

/** The least budget of a text, tokens: less would not say what a trace is. */
export const LEAST_TOKENS = 200;

/** The longest preview of an input or output, characters; rows have no more. */
const PREVIEW_CHARS = 300;
/** A text of more characters is written once. */
const REPEATED_CHARS = 40;
/** The share of a budget that what stands out may take. */
const NOTES_SHARE = 0.4;
/** Where not all calls fit, the share of a budget for those that do; the rest is for what they were given and answered. */
const TREE_SHARE = 0.8;
/** Models, and names of hidden calls, that one line lists. */
const LISTED = 5;

interface TraceTextOptions {
  /** The most tokens of the text, by `estimateTokens`; at least `LEAST_TOKENS`. */
  budget: number;
  /** Only this call and those below it, by id; absent for the whole trace. */
  below?: string;
}

/**
 * A trace in few tokens: what it is, what stands out (`traceNotes`), then its calls as a tree, a line for each, with the
 * beginnings of inputs and outputs. Where the budget is small, inputs and outputs are shortened first; then calls are
 * left out, those last that failed or stand out, and those above them. What is left out is always said, with the place
 * below which it is. Lines of the tree begin with the place of the call, so that `1.2` is below `1`. Values in the text
 * are in one line each, so that they cannot be taken for others.
 */
export function traceText(view: TraceView, { budget, below }: TraceTextOptions): string {
  const start = below === undefined ? undefined : view.tree.byId.get(below);
  const within = start ? subtree(start) : [...view.nodes];
  const head = start ? [] : [headLine(view), aboutLine(view)].filter((line) => line !== "");
  const notes = start ? [] : traceNotes(view);
  const noteLines = notesWithin(notes, Math.floor(budget * NOTES_SHARE));
  const first = foremost(view, within, notes);
  const ranked = byRank(within, first);
  const write = (shown: number, firstChars: number, otherChars: number) => {
    const charsOf = (node: SpanNode) => (first.has(node) ? firstChars : otherChars);
    const tree = treeLines(view, within, new Set(ranked.slice(0, shown)), charsOf, notes);
    return [...head, ...noteLines, ...tree];
  };
  const fits = fitsWithin(budget);
  // A line of a call takes more than this many tokens, so more calls never fit.
  const most = Math.min(ranked.length, Math.ceil(budget / 6));
  const all = fits(write(ranked.length, 0, 0));
  const fitsTree = all ? fits : fitsWithin(Math.floor(budget * TREE_SHARE));
  const shown = all ? ranked.length : largest(1, most, (count) => fitsTree(write(count, 0, 0)));
  const firstChars = largest(0, PREVIEW_CHARS, (chars) => fits(write(shown, chars, 0)));
  const otherChars = largest(0, firstChars, (chars) => fits(write(shown, firstChars, chars)));
  return cutToTokens(write(shown, firstChars, otherChars).join("\n"), budget);
}

function headLine(view: TraceView): string {
  const [root] = view.tree.roots;
  const { row } = root ?? {};
  const failed = view.nodes.filter((node) => node.row?.exception !== undefined).length;
  const facts = [
    row?.trace_id === undefined ? undefined : `trace ${lineOf(row.trace_id, 100)}`,
    root && kindAndName(root),
    statusText(view.statuses.get(root?.id ?? "") ?? "success", root?.row),
    counted(view.nodes.length, "call"),
    failed > 0 ? counted(failed, "error") : undefined,
    row && durationOf(row, view.now),
    usageText(row?.overview?.total_usage ?? view.usage.get(root?.id ?? "")),
    costOf(row),
  ];
  return facts.filter(Boolean).join(", ");
}

function aboutLine(view: TraceView): string {
  const row = view.tree.roots[0]?.row;
  const models = new Map<string, number>();
  for (const { row: one, children } of view.nodes) {
    const { kind, model: named } = one?.overview ?? {};
    const model = kind === "llm" || kind === "embedding" || children.length === 0 ? named : undefined;
    if (model !== undefined) models.set(model, (models.get(model) ?? 0) + 1);
  }
  const facts = [
    row?.started_at && `started ${row.started_at}`,
    row?.thread_id && `thread ${lineOf(row.thread_id, 100)}`,
    row?.overview?.user_id && `user ${lineOf(row.overview.user_id, 100)}`,
    models.size > 0 ? `models ${listed(models)}` : undefined,
    view.tree.missing > 0 ? `${counted(view.tree.missing, "parent")} not received` : undefined,
  ];
  return facts.filter(Boolean).join(", ");
}

function notesWithin(notes: readonly Note[], budget: number): string[] {
  const lines: string[] = [];
  let left = budget;
  for (const { text } of notes) {
    const line = `! ${text}`;
    left -= estimateTokens(line) + 1;
    if (left < 0) return [...lines, `! ${counted(notes.length - lines.length, "more remark")} left out`];
    lines.push(line);
  }
  return lines;
}

/** The outermost call, and those that stand out: the first few of each note, since one may be about most calls. */
function foremost(view: TraceView, within: readonly SpanNode[], notes: readonly Note[]): Set<SpanNode> {
  const inside = new Set(within);
  const noted = notes.flatMap(({ ids }) => ids.slice(0, LISTED).flatMap((id) => view.tree.byId.get(id) ?? []));
  return new Set([...within.slice(0, 1), ...noted.filter((node) => inside.has(node))]);
}

/** The calls in the order in which they are kept: the foremost with those above them, then the outermost. */
function byRank(within: readonly SpanNode[], first: ReadonlySet<SpanNode>): SpanNode[] {
  const inside = new Set(within);
  const ranked = new Set<SpanNode>();
  const keep = (node: SpanNode) => {
    const path: SpanNode[] = [];
    for (let at: SpanNode | undefined = node; at && inside.has(at) && !ranked.has(at); at = at.parent) path.push(at);
    for (const one of path.toReversed()) ranked.add(one);
  };
  for (const node of first) keep(node);
  for (const nodes of byDepth(within)) for (const node of nodes) keep(node);
  return [...ranked];
}

/** Calls by the number of calls above them. */
function byDepth(nodes: readonly SpanNode[]): SpanNode[][] {
  const depths = new Map<SpanNode, number>();
  const levels: SpanNode[][] = [];
  for (const node of nodes) {
    const depth = node.parent ? (depths.get(node.parent) ?? -1) + 1 : 0;
    depths.set(node, depth);
    (levels[depth] ??= []).push(node);
  }
  return levels;
}

function treeLines(
  view: TraceView,
  within: readonly SpanNode[],
  shown: ReadonlySet<SpanNode>,
  charsOf: (node: SpanNode) => number,
  notes: readonly Note[],
): string[] {
  const lines: string[] = [];
  const said = new Map<string, string>();
  const noted = new Set(notes.flatMap(({ ids }) => ids));
  const hidden = new Map<SpanNode | undefined, SpanNode[]>();
  for (const node of within) {
    if (shown.has(node)) continue;
    let above = node.parent;
    while (above && !shown.has(above)) above = above.parent;
    const known = hidden.get(above);
    if (known) known.push(node);
    else hidden.set(above, [node]);
  }
  for (const node of within) {
    if (!shown.has(node)) continue;
    const chars = charsOf(node);
    lines.push(callLine(view, node), ...previewLines(node, view.placeOf.get(node.id) ?? "", chars, said));
    if (chars > 0 && node.row?.exception !== undefined && !noted.has(node.id))
      lines.push(` exception: ${lineOf(headlineOf(node.row), chars * 2)}`);
    const left = hidden.get(node);
    if (left)
      lines.push(` (${counted(left.length, "more call")} below ${view.placeOf.get(node.id)}: ${namesOf(left)})`);
  }
  const apart = hidden.get(undefined);
  if (apart) lines.push(`(${counted(apart.length, "more call")}: ${namesOf(apart)})`);
  return lines;
}

/** The beginnings of input and output; of a text that was there before, only where (`said`: places by text). */
function previewLines({ row }: SpanNode, place: string, chars: number, said: Map<string, string>): string[] {
  if (!row || chars === 0) return [];
  const { input_preview: input, output_preview: output, borrowed } = row.overview ?? {};
  const lines: string[] = [];
  for (const [label, preview] of [
    ["in", borrowed?.input === undefined ? input : undefined],
    ["out", borrowed?.output === undefined ? output : undefined],
  ] as const) {
    if (!preview) continue;
    const before = said.get(preview);
    lines.push(` ${label}: ${before === undefined ? lineOf(preview, chars) : `same as ${before}`}`);
    if (preview.length > REPEATED_CHARS && before === undefined) said.set(preview, `${place} ${label}`);
  }
  return lines;
}

function namesOf(nodes: readonly SpanNode[]): string {
  const names = new Map<string, number>();
  for (const node of nodes) names.set(kindAndName(node), (names.get(kindAndName(node)) ?? 0) + 1);
  return listed(names);
}

/** The most frequent names, as `search (12), plan (3)`. */
function listed(names: ReadonlyMap<string, number>): string {
  const sorted = [...names].toSorted(([, a], [, b]) => b - a);
  const texts = sorted.slice(0, LISTED).map(([name, count]) => `${lineOf(name, 60)} (${count})`);
  return sorted.length > LISTED ? `${texts.join(", ")}, …` : texts.join(", ");
}

function subtree(start: SpanNode): SpanNode[] {
  const found: SpanNode[] = [];
  const waiting = [start];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    found.push(node);
    waiting.push(...node.children.toReversed());
  }
  return found;
}
