import type { CallKind } from "@/lib/contract/call-kinds";

/** A call of a trace, as far as the marks of stated costs depend on it. */
export interface CostedCall {
  id: string;
  trace_id: string;
  parent_id?: string;
  kind?: CallKind;
  /** Whether it states a cost. */
  states: boolean;
  /** Whether it reports tokens. */
  reports: boolean;
  /** Whether a call that is neither above nor below this one records the same request, within the time of this one. */
  isTwin: boolean;
}

/** Whether the stated cost of a call does not count, and whether one that counts includes the tokens of the call. */
export interface CostMarks {
  repeated: boolean;
  covered: boolean;
}

type Kind = CallKind | undefined;

/**
 * The marks of all calls of some traces, so that totals have each cost once:
 *
 * - A stated cost does not count if a model call below states one, or if a call above states one that counts.
 * - A stated cost that counts includes the tokens of its call, of the calls below, and where a model call states it those
 *   of the calls above, which repeat them.
 *
 * Model calls are of kind llm or embedding, or of no kind. The cost of one of kind llm never includes one of another
 * kind, nor does that of an embedding. Linear, and not recursive.
 */
export function costMarks(calls: readonly CostedCall[]): Map<string, CostMarks> {
  const parentsFirst = inOrder(calls);
  const childrenFirst = parentsFirst.toReversed();
  const stating = kindsBelow(childrenFirst, ({ states }) => states);
  const counting = new Set<CostedCall>();
  const above = new Map<string, ReadonlySet<Kind>>();
  for (const call of parentsFirst) {
    const kinds = above.get(call.id) ?? NONE;
    const isRepeated =
      !call.states ||
      call.isTwin ||
      [...(stating.get(call.id) ?? NONE)].some((kind) => includes(call.kind, kind)) ||
      [...kinds].some((kind) => includes(kind, call.kind));
    if (!isRepeated) counting.add(call);
    for (const child of call.children) above.set(child.id, isRepeated ? kinds : new Set([...kinds, call.kind]));
  }
  const countingBelow = kindsBelow(childrenFirst, (call) => counting.has(call));
  return new Map(
    parentsFirst.map((call) => {
      const covered =
        counting.has(call) ||
        [...(above.get(call.id) ?? NONE)].some((kind) => includes(kind, call.kind)) ||
        [...(countingBelow.get(call.id) ?? NONE)].some((kind) => includes(call.kind, kind));
      return [call.id, { repeated: call.states && !counting.has(call), covered: call.reports && covered }];
    }),
  );
}

const NONE: ReadonlySet<Kind> = new Set();

const isModel = (kind: Kind) => kind === "llm" || kind === "embedding";

/** Whether the cost of a call may include that of a call below it, by their kinds. */
function includes(above: Kind, below: Kind): boolean {
  return !isModel(above) || below === undefined || below === above;
}

type Node = CostedCall & { children: Node[] };

/** For each call the kinds of the model calls below it that `has` selects. */
function kindsBelow(childrenFirst: readonly Node[], has: (call: Node) => boolean): Map<string, Set<Kind>> {
  const below = new Map<string, Set<Kind>>();
  for (const { id, children } of childrenFirst) {
    const kinds = new Set<Kind>();
    for (const child of children) {
      if (has(child) && (child.kind === undefined || isModel(child.kind))) kinds.add(child.kind);
      for (const kind of below.get(child.id) ?? NONE) kinds.add(kind);
    }
    if (kinds.size > 0) below.set(id, kinds);
  }
  return below;
}

/** Each call after its parent; of calls that are below each other, the first one has no parent. */
function inOrder(calls: readonly CostedCall[]): Node[] {
  const byId = new Map(calls.map((call): [string, Node] => [call.id, { ...call, children: [] }]));
  const parentOf = (call: Node) => {
    const parent = byId.get(call.parent_id ?? "");
    return parent?.trace_id === call.trace_id ? parent : undefined;
  };
  const order: Node[] = [];
  const placed = new Set<Node>();
  for (const call of byId.values()) {
    const chain: Node[] = [];
    for (let node: Node | undefined = call; node && !placed.has(node); node = parentOf(node)) {
      placed.add(node);
      chain.push(node);
    }
    const [top, ...rest] = chain.toReversed();
    if (!top) continue;
    const above = parentOf(top);
    if (above && !chain.includes(above)) above.children.push(top);
    for (const [place, node] of rest.entries()) (rest[place - 1] ?? top).children.push(node);
    order.push(top, ...rest);
  }
  return order;
}
