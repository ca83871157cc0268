import { diffArrays } from "diff";
import type { CallRow } from "@/lib/contract/calls";
import { opName } from "@/lib/format/call-name";
import type { SpanNode } from "./span-tree";

/** A position in two traces: a call of each, or of only one. */
export interface AlignedNode {
  /** `=` and A's id, or `+` and the id of a call that only B has. */
  id: string;
  a: SpanNode | undefined;
  b: SpanNode | undefined;
  parent: AlignedNode | undefined;
  children: AlignedNode[];
}

/** The most important difference first. */
export type Difference = "only_a" | "only_b" | "name" | "status" | "model" | "input" | "output";

/**
 * After this many edits, siblings are paired by name and number of occurrence instead of by the best order, which takes
 * time with the square of the edits.
 */
const MOST_EDITS = 500;

/**
 * Aligns two forests of calls. Siblings are paired in order by the longest common subsequence of ops; calls between two
 * pairs are paired if they have the same kind, such as calls of two different models. Two single roots are always a
 * pair, whatever their names, because the user compares them. Every call of both is in the result exactly once. Not
 * recursive.
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

/** Every position after its parent, siblings in order. */
export function* alignedInOrder(roots: readonly AlignedNode[]): Generator<AlignedNode> {
  const waiting = roots.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    for (const child of node.children.toReversed()) waiting.push(child);
  }
}

/** The differences between the calls of a position, as far as rows show them; payloads are compared by previews. */
export function differencesOf({ a, b }: AlignedNode): Difference[] {
  if (!a?.row || !b?.row) return a?.row ? ["only_a"] : b?.row ? ["only_b"] : [];
  const [left, right] = [a.row, b.row];
  const found: (Difference | false)[] = [
    nameOf(a) !== nameOf(b) && "name",
    left.overview?.status !== right.overview?.status && "status",
    left.overview?.model !== right.overview?.model && "model",
    ownPreview(left, "input") !== ownPreview(right, "input") && "input",
    ownPreview(left, "output") !== ownPreview(right, "output") && "output",
  ];
  return found.filter((one) => one !== false);
}

/** Undefined for a preview of another call: that call differs itself. */
function ownPreview({ overview }: CallRow, side: "input" | "output"): string | undefined {
  return overview?.borrowed?.[side] === undefined ? overview?.[`${side}_preview`] : undefined;
}

const STRUCTURAL: readonly Difference[] = ["only_a", "only_b", "name", "status", "model"];
/** Fields that a call derives from those below it: a failure, and for a root the model. */
const INHERITED: readonly Difference[] = ["status", "model"];

/**
 * Where two traces first diverge: the first call that only one has, or whose name, status or model differs for another
 * reason than a call below it. If there is none, the first call with different inputs or output.
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

/** Calls of the same kind between two pairs are paired; the others stay unpaired, A's first. */
function pairGap(a: readonly SpanNode[], b: readonly SpanNode[]): [SpanNode | undefined, SpanNode | undefined][] {
  const pairs: [SpanNode | undefined, SpanNode | undefined][] = [];
  // The places in B by kind, the first one last.
  const placesOf = new Map<string, number[]>();
  for (const [place, right] of [...b.entries()].toReversed()) {
    const kind = right.row?.overview?.kind;
    if (kind)
      placesOf
        .set(kind, placesOf.get(kind) ?? [])
        .get(kind)
        ?.push(place);
  }
  let next = 0;
  for (const left of a) {
    const places = placesOf.get(left.row?.overview?.kind ?? "") ?? [];
    while ((places.at(-1) ?? next) < next) places.pop();
    const match = places.at(-1);
    if (match === undefined) {
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

/**
 * Pairs the third call of a name with the third of that name, in the order of A; followed by the calls that only B has.
 */
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

/** Versions of an op and names of individual calls are ignored, because the comparison is about the op. */
function nameOf({ row }: SpanNode): string {
  return row?.op_name ? opName(row.op_name) : "";
}
