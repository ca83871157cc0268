import type { CallRow } from "@/lib/contract/calls";
import type { CallKind } from "@/lib/contract/call-kinds";
import { callName } from "@/lib/format/call-name";
import { type FoldedSteps, foldSteps, type GraphFold } from "./graph-fold";
import type { SpanNode, SpanTree } from "./span-tree";
import { parentsFirst } from "./span-tree";
import { type Step, stepsBefore } from "./step-order";
import { latencyMs, timeSpan } from "./timeline";

/** A step of a trace: the calls that are drawn as one node. */
export interface GraphNode {
  /** The same while calls are added to the trace. */
  key: string;
  name: string;
  kind: CallKind | undefined;
  /** Ids, in the order of the tree. */
  calls: string[];
  /** Calls that failed themselves, rather than a call below them. */
  errors: number;
  /** Calls that have not ended, without stale ones. */
  running: number;
  /** Calls with a known latency, and the sum of these latencies in milliseconds. */
  timed: number;
  totalMs: number;
  /** How often each other step called it, by key: every call below another one counts, whenever it ran. */
  callers: Map<string, number>;
  /** If the node stands for the steps beyond the limit: their number; otherwise 0. */
  others: number;
}

/** How calls of one step led to calls of another. */
export interface GraphEdge {
  key: string;
  from: string;
  to: string;
  /**
   * `call`: the step called the other one, and nothing had ended before it below the same caller. `next`: the other one
   * ran directly after the step, below the same caller.
   */
  type: "call" | "next";
  /** Calls of the other step that were reached this way. */
  count: number;
  /** Those of them that went back to a step which had already run below the same caller, or is still running above. */
  returns: number;
}

/** Whether every call on an edge went back to an earlier step: such an edge closes a loop. */
export function closesLoop({ count, returns }: Pick<GraphEdge, "count" | "returns">): boolean {
  return returns === count;
}

/** A trace as steps. Each call is in exactly one node. */
export interface AgentGraph {
  nodes: GraphNode[];
  edges: GraphEdge[];
}

/**
 * The steps of a trace and the edges between them: a directly-follows graph, as in process mining, with callers. A call
 * is counted on the edge from the step that ran directly before it below the same caller, on one edge for each of these
 * steps if they ran in parallel, and if there is none, on the edge from its caller. So the counts of the edges into a
 * step add up to its calls without roots, unless steps ran in parallel. Nothing follows a call that has not ended. Each
 * call of the steps in `expanded` is drawn on its own.
 */
export function agentGraph(tree: SpanTree, fold: GraphFold, expanded?: ReadonlySet<string>): AgentGraph {
  const folded = foldSteps(tree, fold, expanded);
  const nodes = new Map<string, GraphNode>();
  const edges: GraphEdge[] = [];
  const known = { call: new Map<string, Map<string, GraphEdge>>(), next: new Map<string, Map<string, GraphEdge>>() };
  const keyOf = ({ id }: SpanNode) => folded.keys.get(id) ?? "";
  const addEdge = (from: string, to: string, type: GraphEdge["type"], isReturn: boolean) => {
    const fromStep = known[type].get(from) ?? new Map<string, GraphEdge>();
    known[type].set(from, fromStep);
    let edge = fromStep.get(to);
    if (!edge) {
      edge = { key: JSON.stringify([type, from, to]), from, to, type, count: 0, returns: 0 };
      fromStep.set(to, edge);
      edges.push(edge);
    }
    edge.count += 1;
    if (isReturn && to !== folded.rest?.key) edge.returns += 1;
  };
  const addSteps = (siblings: readonly SpanNode[], caller: string | undefined, above: Above) => {
    const steps = siblings.flatMap((node) => (node.row ? stepOf(node.row, keyOf(node)) : [])).sort(byStart);
    for (const [place, { before, isRepeated }] of stepsBefore(steps).entries()) {
      const key = steps[place]?.key ?? "";
      for (const from of before) addEdge(from, key, "next", isRepeated);
      if (before.size === 0 && caller !== undefined) addEdge(caller, key, "call", above.has(key));
    }
  };

  const above = new Above();
  addSteps(tree.roots, undefined, above);
  for (const node of parentsFirst(tree)) {
    const key = node.row && keyOf(node);
    above.enter(node, key);
    if (node.row && key !== undefined) {
      const step = nodes.get(key) ?? newNode(node.row, key, folded);
      addCall(step, node, node.parent?.row && keyOf(node.parent));
      nodes.set(key, step);
    }
    addSteps(node.children, key, above);
  }
  return { nodes: [...nodes.values()], edges };
}

/** The keys of a call and of all calls above it, while a tree is walked from top to bottom. */
class Above {
  readonly #path: { node: SpanNode; key: string | undefined }[] = [];
  readonly #counts = new Map<string | undefined, number>();

  enter(node: SpanNode, key: string | undefined): void {
    for (let last = this.#path.at(-1); last && last.node !== node.parent; last = this.#path.at(-1)) {
      this.#counts.set(last.key, (this.#counts.get(last.key) ?? 0) - 1);
      this.#path.pop();
    }
    this.#path.push({ node, key });
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  has(key: string): boolean {
    return (this.#counts.get(key) ?? 0) > 0;
  }
}

function newNode(row: CallRow, key: string, { rest }: FoldedSteps): GraphNode {
  const isRest = key === rest?.key;
  return {
    key,
    name: isRest ? "" : callName(row),
    kind: isRest ? undefined : row.overview?.kind,
    calls: [],
    errors: 0,
    running: 0,
    timed: 0,
    totalMs: 0,
    callers: new Map(),
    others: isRest ? rest.steps : 0,
  };
}

function addCall(step: GraphNode, { row, id }: SpanNode, caller: string | undefined): void {
  step.calls.push(id);
  if (caller !== undefined) step.callers.set(caller, (step.callers.get(caller) ?? 0) + 1);
  if (!row) return;
  if (row.exception !== undefined) step.errors += 1;
  else if (row.ended_at === undefined && !row.overview?.stale) step.running += 1;
  const ms = row.ended_at === undefined ? undefined : latencyMs(row, 0);
  if (ms === undefined) return;
  step.timed += 1;
  step.totalMs += ms;
}

function stepOf(row: CallRow, key: string): Step {
  const span = timeSpan(row, 0);
  const start = span?.start ?? Number.NEGATIVE_INFINITY;
  return { key, start, end: row.ended_at === undefined || !span ? Number.POSITIVE_INFINITY : start + span.duration };
}

function byStart(a: Step, b: Step): number {
  return a.start < b.start ? -1 : a.start > b.start ? 1 : 0;
}
