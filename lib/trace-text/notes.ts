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
/** How many times slower a call is than the next one before it is named. */
const SLOWER = 1.5;
const MANY_TOKENS = 2_000;
/** How many times more tokens a prompt has than the first one of the same name before it is said to grow. */
const GROWTH = 3;

const NO_RESULT =
  /^(?:|\[\]|\{\}|null|none|""|no (?:results?|matches|documents?|records?|rows)\b.{0,80})$|"(?:results|documents|docs|hits|matches|items|rows|records|data|chunks|passages|nodes)":\[\]/i;
const FAILURE =
  /^(?:error|exception|traceback|failed|failure|fatal)\b|^\{"?(?:error|exception)"?:(?!(?:null|false|""|\[\]|\{\}))|"(?:success|ok)":false|"(?:status|state)":"(?:error|failed|failure)"/i;
/** Of an object with one text, such as `{"error": "no such order"}`, a preview has only the text. */
const SHORT_FAILURE =
  /^.{0,80}\b(?:not found|does not exist|no such|(?:cannot|could not|unable to|failed to)\b|permission denied|access denied|unauthorized|forbidden|timed out|timeout|rate limit)/i;
const SHORT_CHARS = 200;

/**
 * What stands out in a trace, the most important first: calls that failed, outputs that say that something failed or was
 * not found although the call succeeded, calls that were repeated with the same input, calls that have not ended, and
 * those with most of the time or the tokens. Outputs and inputs are judged by their previews.
 */
export function traceNotes(view: TraceView): Note[] {
  return [
    ...errors(view),
    ...outputs(view, saysItFailed, "output says it failed"),
    ...outputs(view, (output) => !saysItFailed(output) && NO_RESULT.test(output), "no result"),
    ...repeated(view),
    ...unfinished(view),
    ...slowest(view),
    ...largestPrompt(view),
    ...growing(view),
  ];
}

/** A few places, as `1.2, 1.3 and 4 more`. */
function placesText(view: TraceView, nodes: readonly Pick<SpanNode, "id">[]): string {
  const places = nodes.slice(0, PLACES).map(({ id }) => view.placeOf.get(id) ?? id);
  const more = nodes.length - places.length;
  return more > 0 ? `${places.join(", ")} and ${more} more` : places.join(", ");
}

function errors(view: TraceView): Note[] {
  const failed = view.nodes.filter(({ row }) => row?.exception !== undefined);
  const groups = grouped(failed, (node) => `${kindAndName(node)}: ${headlineOf(node.row)}`);
  return groups.map(([what, nodes]) => about(view, "error", what, nodes));
}

function saysItFailed(output: string): boolean {
  return FAILURE.test(output) || (output.length <= SHORT_CHARS && SHORT_FAILURE.test(output));
}

function outputs(view: TraceView, matches: (output: string) => boolean, label: string): Note[] {
  const found = view.nodes.filter(({ row, children }) => {
    if (!row || row.exception !== undefined || row.ended_at === undefined || children.length > 0) return false;
    const { kind, output_preview: output } = row.overview ?? {};
    return output !== undefined && kind !== "llm" && kind !== "embedding" && matches(output.trim());
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
  const msOf = ({ row }: SpanNode) => row?.overview?.latency_ms ?? 0;
  const total = Math.max(0, ...view.tree.roots.map(msOf));
  const [first, second] = leaves(view).toSorted((a, b) => msOf(b) - msOf(a));
  if (!first || !second || msOf(first) < Math.max(SLOW_MS, total * LARGE_SHARE, msOf(second) * SLOWER)) return [];
  return [
    about(view, "slowest", `${kindAndName(first)}, ${formatDuration(msOf(first))} of ${formatDuration(total)}`, [
      first,
    ]),
  ];
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
    const growth = promptOf(last) - promptOf(first);
    if (promptOf(last) < MANY_TOKENS || promptOf(last) < promptOf(first) * GROWTH) return [];
    const words = (node: SpanNode) => `${formatCount(promptOf(node))} (${view.placeOf.get(node.id)})`;
    const range = `from ${words(first)} to ${words(last)} input tokens in ${counted(nodes.length, "call")}`;
    const jump = largestJump(nodes);
    const isSudden = jump && nodes.length > 2 && promptOf(jump[1]) - promptOf(jump[0]) >= growth * LARGE_SHARE;
    const text = `prompt grows: ${what}, ${range}${isSudden ? `, most of it from ${words(jump[0])} to ${words(jump[1])}` : ""}`;
    return [{ text, ids: [first.id, ...(isSudden ? [jump[0].id, jump[1].id] : []), last.id] }];
  });
}

/** The two calls in a row between which the prompt grows most. */
function largestJump(nodes: readonly SpanNode[]): [SpanNode, SpanNode] | undefined {
  const pairs = nodes.slice(1).map((node, at): [SpanNode, SpanNode] => [nodes[at] ?? node, node]);
  const by = ([from, to]: [SpanNode, SpanNode]) => promptOf(to) - promptOf(from);
  return pairs.reduce<[SpanNode, SpanNode] | undefined>(
    (best, pair) => (best && by(best) >= by(pair) ? best : pair),
    undefined,
  );
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
