import type { CallKind } from "@/lib/contract/call-kinds";
import { callName } from "@/lib/format/call-name";
import { parentsFirst, type SpanNode, type SpanTree } from "./span-tree";

/**
 * What the calls of one step have in common: name and kind; these and the step that called them, where a step that calls
 * itself stays one step (a calling context tree; Ammons, Ball and Larus, "Exploiting hardware performance counters with
 * flow and context sensitive profiling", PLDI 1997); or nothing, so that every call is a step.
 */
export const GRAPH_FOLDS = ["name", "caller", "call"] as const;
export type GraphFold = (typeof GRAPH_FOLDS)[number];

/** The largest number of steps that are drawn on their own, so that a graph stays readable; one more has all others. */
export const MOST_STEPS: Readonly<Record<GraphFold, number>> = { name: 50, caller: 50, call: 100 };

export interface FoldedSteps {
  /** The key of each call's step, by its id. */
  keys: ReadonlyMap<string, string>;
  /** The step that stands for those beyond the limit, and their number. */
  rest: { key: string; steps: number } | undefined;
}

const REST = "rest";
const NONE: ReadonlySet<string> = new Set();

const keyOfCall = (id: string) => JSON.stringify(id);

/**
 * The step of each call of a trace. Each call of a step in `expanded` is a step of its own. Of too many, those at the root
 * are kept, then those with most calls, then the first.
 */
export function foldSteps(tree: SpanTree, fold: GraphFold, expanded: ReadonlySet<string> = NONE): FoldedSteps {
  const keys = keysBy(tree, fold);
  for (const [id, key] of keys) if (expanded.has(key)) keys.set(id, keyOfCall(id));
  const most = MOST_STEPS[expanded.size > 0 ? "call" : fold];
  const calls = new Map<string, number>();
  for (const key of keys.values()) calls.set(key, (calls.get(key) ?? 0) + 1);
  if (calls.size <= most) return { keys, rest: undefined };
  const roots = new Set(tree.roots.map(({ id }) => keys.get(id)));
  const rank = ([key, count]: [string, number]) => (roots.has(key) ? Number.POSITIVE_INFINITY : count);
  const kept = new Set(
    [...calls]
      .toSorted((a, b) => rank(b) - rank(a) || 0)
      .slice(0, most)
      .map(([key]) => key),
  );
  const shown = new Map<string, string>();
  for (const [id, key] of keys) shown.set(id, kept.has(key) ? key : REST);
  return { keys: shown, rest: { key: REST, steps: calls.size - kept.size } };
}

/** The key of each call that was received, in the order of the tree. */
function keysBy(tree: SpanTree, fold: GraphFold): Map<string, string> {
  const keys = new Map<string, string>();
  const contexts = new Map<SpanNode, Context>();
  const known = new Map<string, Context>();
  const namedBy = new Map<string | undefined, Map<string, string>>();
  const namedOf = (kind: CallKind | undefined, name: string) => {
    const ofKind = namedBy.get(kind) ?? new Map<string, string>();
    namedBy.set(kind, ofKind);
    const named = ofKind.get(name) ?? JSON.stringify([kind ?? null, name]);
    ofKind.set(name, named);
    return named;
  };
  for (const node of parentsFirst(tree)) {
    const { id, row, parent } = node;
    if (!row) continue;
    const named = namedOf(row.overview?.kind, callName(row));
    if (fold !== "caller") {
      keys.set(id, fold === "name" ? named : keyOfCall(id));
      continue;
    }
    const context = contextOf(named, id, parent && contexts.get(parent), known);
    contexts.set(node, context);
    keys.set(id, context.key);
  }
  return keys;
}

/** A step with the steps that lead to it. */
interface Context {
  /** Made of the id of its first call: a path would be as long as the trace is deep. */
  key: string;
  named: string;
  caller: Context | undefined;
}

function contextOf(named: string, id: string, caller: Context | undefined, known: Map<string, Context>): Context {
  const place = JSON.stringify([caller?.key ?? null, named]);
  const context = known.get(place) ?? callerNamed(named, caller) ?? { key: keyOfCall(id), named, caller };
  known.set(place, context);
  return context;
}

function callerNamed(named: string, caller: Context | undefined): Context | undefined {
  for (let above = caller; above; above = above.caller) if (above.named === named) return above;
  return undefined;
}
