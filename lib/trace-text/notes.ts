import { formatDuration } from "@/lib/format/duration";
import { counted, formatCount } from "@/lib/format/number";
import type { SpanNode } from "@/lib/trace/span-tree";
import { headlineOf, kindAndName } from "./call-line";
import { lineOf } from "./line";
import type { TraceView } from "./trace-view";

/** Something about a trace that is worth a look, with the calls that it is about. */
export interface Note {
  text: string;
  ids: readonly string[];
}

/** Places that a note names; of more calls it gives the number. */
const PLACES = 6;
/** How often the same call with the same input is made before it is called repeated. */
const REPEATED = 3;
/** The least share of a trace's time or tokens for which a single call is named, and the least amounts that matter. */
const LARGE_SHARE = 0.4;
const SLOW_MS = 1_000;
const MANY_TOKENS = 2_000;
/** How many times more tokens a prompt has than the first one of the same name before it is said to grow. */
const GROWTH = 3;

const NO_RESULT =
  /^(?:|\[\]|\{\}|null|none|""|no (?:results?|matches|documents?|records?|rows)\b.{0,80})$|"(?:results|documents|docs|hits|matches|items|rows|records|data|chunks|passages|nodes)":\[\]/i;
const FAILURE =
  /^(?:error|exception|traceback|failed|failure|fatal)\b|^\{"?(?:error|exception)"?:(?!(?:null|false|""|\[\]|\{\}))|"(?:success|ok)":false|"(?:status|state)":"(?:error|failed|failure)"/i;

/**
 * What stands out in a trace, the most important first: calls that failed, outputs that say that something failed or was
 * not found although the call succeeded, calls that were repeated with the same input, calls that have not ended, and
 * those with most of the time or the tokens. Outputs and inputs are judged by their previews.
 */
export function traceNotes(view: TraceView): Note[] {
  return [
    ...errors(view),
    ...outputs(view, FAILURE, "output says it failed"),
    ...outputs(view, NO_RESULT, "no result"),
    ...repeated(view),
    ...unfinished(view),
    ...slowest(view),
    ...largestPrompt(view),
    ...growing(view),
  ];
}

/** A few places, as `1.2, 1.3 and 4 more`. */
export function placesText(view: TraceView, nodes: readonly Pick<SpanNode, "id">[]): string {
  const places = nodes.slice(0, PLACES).map(({ id }) => view.placeOf.get(id) ?? id);
  const more = nodes.length - places.length;
  return more > 0 ? `${places.join(", ")} and ${more} more` : places.join(", ");
}

function errors(view: TraceView): Note[] {
  const failed = view.nodes.filter(({ row }) => row?.exception !== undefined);
  const groups = grouped(failed, (node) => `${kindAndName(node)}: ${headlineOf(node.row)}`);
  return groups.map(([what, nodes]) => about(view, "error", what, nodes));
}

function outputs(view: TraceView, pattern: RegExp, label: string): Note[] {
  const found = view.nodes.filter(({ row, children }) => {
    if (!row || row.exception !== undefined || row.ended_at === undefined || children.length > 0) return false;
    const { kind, output_preview: output } = row.overview ?? {};
    return output !== undefined && kind !== "llm" && kind !== "embedding" && pattern.test(output.trim());
  });
  const groups = grouped(
    found,
    (node) => `${kindAndName(node)}: ${lineOf(node.row?.overview?.output_preview ?? "", 200)}`,
  );
  return groups.map(([what, nodes]) => about(view, label, what, nodes));
}

function repeated(view: TraceView): Note[] {
  const called = view.nodes.filter(({ row, children }) => {
    return row?.overview?.input_preview && row.overview.kind !== "llm" && children.length === 0;
  });
  const groups = grouped(
    called,
    (node) => `${kindAndName(node)}(${lineOf(node.row?.overview?.input_preview ?? "", 200)})`,
  );
  return groups
    .filter(([, nodes]) => nodes.length >= REPEATED)
    .map(([what, nodes]) => about(view, `${nodes.length} times with the same input`, what, nodes));
}

function unfinished(view: TraceView): Note[] {
  const running = view.nodes.filter(({ id }) => view.statuses.get(id) === "running");
  return running.length === 0 ? [] : [{ text: `not ended: ${placesText(view, running)}`, ids: idsOf(running) }];
}

function slowest(view: TraceView): Note[] {
  const total = Math.max(0, ...view.tree.roots.map(({ row }) => row?.overview?.latency_ms ?? 0));
  const node = most(leaves(view), ({ row }) => row?.overview?.latency_ms ?? 0);
  const ms = node?.row?.overview?.latency_ms ?? 0;
  if (!node || view.nodes.length < 2 || ms < SLOW_MS || ms < total * LARGE_SHARE) return [];
  return [about(view, "slowest", `${kindAndName(node)}, ${formatDuration(ms)} of ${formatDuration(total)}`, [node])];
}

function largestPrompt(view: TraceView): Note[] {
  const asked = leaves(view).filter((node) => promptOf(node) > 0);
  const total = asked.reduce((sum, node) => sum + promptOf(node), 0);
  const node = most(asked, promptOf);
  if (!node || asked.length < 2 || promptOf(node) < Math.max(MANY_TOKENS, total * LARGE_SHARE)) return [];
  const share = `${formatCount(promptOf(node))} of ${formatCount(total)} input tokens`;
  return [about(view, "largest prompt", `${kindAndName(node)}, ${share}`, [node])];
}

function growing(view: TraceView): Note[] {
  const asked = leaves(view).filter((node) => promptOf(node) > 0);
  return grouped(asked, kindAndName).flatMap(([what, nodes]) => {
    const [first, last] = [nodes[0], nodes.at(-1)];
    if (!first || !last || nodes.length < REPEATED) return [];
    const [from, to] = [promptOf(first), promptOf(last)];
    if (to < MANY_TOKENS || to < from * GROWTH) return [];
    const text = `prompt grows: ${what}, from ${formatCount(from)} input tokens (${view.placeOf.get(first.id)}) to ${formatCount(to)} (${view.placeOf.get(last.id)}) in ${counted(nodes.length, "call")}`;
    return [{ text, ids: [first.id, last.id] }];
  });
}

const leaves = ({ nodes }: TraceView) => nodes.filter(({ children }) => children.length === 0);
const promptOf = ({ row }: SpanNode) => row?.overview?.usage?.prompt_tokens ?? 0;
const idsOf = (nodes: readonly SpanNode[]) => nodes.map(({ id }) => id);

function about(view: TraceView, label: string, what: string, nodes: readonly SpanNode[]): Note {
  return { text: `${label}: ${what} (${placesText(view, nodes)})`, ids: idsOf(nodes) };
}

function most(nodes: readonly SpanNode[], measure: (node: SpanNode) => number): SpanNode | undefined {
  return nodes.reduce<SpanNode | undefined>(
    (best, node) => (best && measure(best) >= measure(node) ? best : node),
    undefined,
  );
}

/** Groups in the order of their first call. */
function grouped(nodes: readonly SpanNode[], keyOf: (node: SpanNode) => string): [string, SpanNode[]][] {
  const groups = new Map<string, SpanNode[]>();
  for (const node of nodes) {
    const key = keyOf(node);
    const group = groups.get(key);
    if (group) group.push(node);
    else groups.set(key, [node]);
  }
  return [...groups];
}
