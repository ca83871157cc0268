import { diffArrays } from "diff";
import { opName } from "@/lib/format/call-name";
import type { SpanNode } from "./span-tree";

/** A position in two traces: a call of each, or of one only. */
export interface AlignedNode {
  /** `=` and A's id, or `+` and the id of a call that only B has. */
  id: string;
  a: SpanNode | undefined;
  b: SpanNode | undefined;
  parent: AlignedNode | undefined;
  children: AlignedNode[];
}

/** How the two calls of a place differ, the gravest first. */
export type Difference = "only_a" | "only_b" | "name" | "status" | "model" | "input" | "output";

/** Edits after which siblings are paired by how often their name occurred, rather than by the best order. */
const MOST_EDITS = 2_000;

/**
 * Two forests of calls side by side. Siblings are paired in their order, by the longest run of equal operations; what
 * is left between two pairs is paired where both are of one kind, such as a model call that went to another model. One
 * root on each side is a pair whatever they are called: they are what a reader compares.
 * Every call of both is in the answer exactly once. Without recursion.
 */
export function alignTrees(a: readonly SpanNode[], b: readonly SpanNode[]): AlignedNode[] {
  const roots: AlignedNode[] = [];
  const waiting: { into: AlignedNode[]; parent: AlignedNode | undefined; a: SpanNode[]; b: SpanNode[] }[] = [
    { into: roots, parent: undefined, a: [...a], b: [...b] },
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { into, parent } = next;
    const isOneEach = !parent && next.a.length === 1 && next.b.length === 1;
    for (const [left, right] of isOneEach ? [[next.a[0], next.b[0]]] : pairSiblings(next.a, next.b)) {
      const id = left ? `=${left.id}` : `+${right?.id}`;
      const node: AlignedNode = { id, a: left, b: right, parent, children: [] };
      into.push(node);
      const children = { a: left?.children ?? [], b: right?.children ?? [] };
      if (children.a.length + children.b.length > 0) waiting.push({ into: node.children, parent: node, ...children });
    }
  }
  return roots;
}

/** Every place after the one above it, siblings in order. */
export function* alignedInOrder(roots: readonly AlignedNode[]): Generator<AlignedNode> {
  const waiting = roots.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    for (const child of node.children.toReversed()) waiting.push(child);
  }
}

/** How the calls of a place differ, as far as their rows tell; payloads by their previews. */
export function differencesOf({ a, b }: AlignedNode): Difference[] {
  if (!a?.row || !b?.row) return a?.row ? ["only_a"] : b?.row ? ["only_b"] : [];
  const [left, right] = [a.row, b.row];
  const found: (Difference | false)[] = [
    nameOf(a) !== nameOf(b) && "name",
    left.overview?.status !== right.overview?.status && "status",
    left.overview?.model !== right.overview?.model && "model",
    left.overview?.input_preview !== right.overview?.input_preview && "input",
    left.overview?.output_preview !== right.overview?.output_preview && "output",
  ];
  return found.filter((one) => one !== false);
}

const STRUCTURAL: readonly Difference[] = ["only_a", "only_b", "name", "status", "model"];
/** What a call takes over from those below it: a failure, and for a root the model. */
const INHERITED: readonly Difference[] = ["status", "model"];

/**
 * Where two traces first diverge: the first call that only one has, or that has another name, status or model, and not
 * just because of one below it; where there is none, the first that was given or gave something else.
 */
export function firstDivergence(roots: readonly AlignedNode[]): AlignedNode | undefined {
  const places = [...alignedInOrder(roots)];
  const structural = new Map<AlignedNode, Difference[]>();
  for (const node of places) {
    const found = differencesOf(node).filter((difference) => STRUCTURAL.includes(difference));
    if (found.length > 0) structural.set(node, found);
  }
  const above = new Set<AlignedNode>();
  for (const node of structural.keys()) {
    for (let { parent } = node; parent && !above.has(parent); { parent } = parent) above.add(parent);
  }
  const isInherited = (node: AlignedNode, found: readonly Difference[]) =>
    above.has(node) && found.every((difference) => INHERITED.includes(difference));
  const has = (node: AlignedNode, kinds: readonly Difference[]) =>
    differencesOf(node).some((difference) => kinds.includes(difference));
  return (
    [...structural].find(([node, found]) => !isInherited(node, found))?.[0] ??
    places.find((node) => node.children.length === 0 && has(node, ["input", "output"])) ??
    places.find((node) => has(node, ["input", "output"]))
  );
}

function pairSiblings(a: readonly SpanNode[], b: readonly SpanNode[]): [SpanNode | undefined, SpanNode | undefined][] {
  const changes = diffArrays(a.map(nameOf), b.map(nameOf), { maxEditLength: MOST_EDITS });
  if (!changes) return pairByOccurrence(a, b);
  const pairs: [SpanNode | undefined, SpanNode | undefined][] = [];
  let [atA, atB] = [0, 0];
  let [gapA, gapB]: [SpanNode[], SpanNode[]] = [[], []];
  const closeGap = () => {
    pairs.push(...pairGap(gapA, gapB));
    [gapA, gapB] = [[], []];
  };
  for (const { added, removed, value } of changes) {
    const count = value.length;
    if (removed) gapA = gapA.concat(a.slice(atA, atA + count));
    else if (added) gapB = gapB.concat(b.slice(atB, atB + count));
    else {
      closeGap();
      for (let step = 0; step < count; step += 1) pairs.push([a[atA + step], b[atB + step]]);
    }
    if (!added) atA += count;
    if (!removed) atB += count;
  }
  closeGap();
  return pairs;
}

/** Of the calls between two pairs those of one kind belong together; the others stay unpaired, A's first. */
function pairGap(a: readonly SpanNode[], b: readonly SpanNode[]): [SpanNode | undefined, SpanNode | undefined][] {
  const pairs: [SpanNode | undefined, SpanNode | undefined][] = [];
  let next = 0;
  for (const left of a) {
    const kind = left.row?.overview?.kind;
    const match = kind ? b.findIndex((right, index) => index >= next && right.row?.overview?.kind === kind) : -1;
    if (match === -1) {
      pairs.push([left, undefined]);
      continue;
    }
    for (const right of b.slice(next, match)) pairs.push([undefined, right]);
    pairs.push([left, b[match]]);
    next = match + 1;
  }
  for (const right of b.slice(next)) pairs.push([undefined, right]);
  return pairs;
}

/** The third call of a name with the third of that name, in the order of A; then what only B has. */
function pairByOccurrence(
  a: readonly SpanNode[],
  b: readonly SpanNode[],
): [SpanNode | undefined, SpanNode | undefined][] {
  const byName = new Map<string, SpanNode[]>();
  for (const node of b.toReversed()) {
    const known = byName.get(nameOf(node));
    if (known) known.push(node);
    else byName.set(nameOf(node), [node]);
  }
  const pairs = a.map((left): [SpanNode | undefined, SpanNode | undefined] => [left, byName.get(nameOf(left))?.pop()]);
  const paired = new Set(pairs.map(([, right]) => right));
  for (const right of b) if (!paired.has(right)) pairs.push([undefined, right]);
  return pairs;
}

/** Versions of an operation and names given to single calls are left aside: what it does is compared. */
function nameOf({ row }: SpanNode): string {
  return row?.op_name ? opName(row.op_name) : "";
}
