import type { CallRow } from "@/lib/contract/calls";

/** One node of a trace. Without `row` it is a placeholder for a parent that has not been received. */
export interface SpanNode {
  id: string;
  row?: CallRow;
  parent?: SpanNode;
  /** By start, then id. */
  children: SpanNode[];
}

export interface SpanTree {
  roots: SpanNode[];
  byId: Map<string, SpanNode>;
  /** Parents that have not been received. */
  missing: number;
}

/**
 * The tree of a trace's calls, which may arrive in any order. A missing parent becomes a placeholder; a call that is
 * its own ancestor, or whose parent is in another trace, becomes a root. Nothing is dropped; of calls with the same id
 * the last one is used. Linear except for the sort, and not recursive, so depth is limited only by memory.
 */
export function buildSpanTree(rows: readonly CallRow[]): SpanTree {
  const byId = new Map<string, SpanNode>();
  for (const row of rows) byId.set(row.id, { id: row.id, row, children: [] });
  const placeholders = new Map<string, SpanNode>();
  for (const node of byId.values()) node.parent = parentOf(node, byId, placeholders);
  cutLoops(byId.values());
  for (const [id, node] of placeholders) byId.set(id, node);
  for (const node of byId.values()) node.parent?.children.push(node);
  for (const { children } of byId.values()) if (children.length > 1) children.sort(byStart);
  const roots = [...byId.values()].filter((node) => !node.parent).toSorted(byStart);
  return { roots, byId, missing: placeholders.size };
}

/** Every node after its parent, siblings in order. */
export function* parentsFirst(tree: Pick<SpanTree, "roots">): Generator<SpanNode> {
  const waiting = tree.roots.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    for (let index = node.children.length - 1; index >= 0; index -= 1) {
      const child = node.children[index];
      if (child) waiting.push(child);
    }
  }
}

/** Every node after all of its children. */
export function childrenFirst(tree: SpanTree): SpanNode[] {
  return [...parentsFirst(tree)].toReversed();
}

/** When a node starts; a placeholder starts with its first child. Undefined if unknown. */
function startOf(node: SpanNode): string | undefined {
  return node.row ? node.row.started_at : node.children[0]?.row?.started_at;
}

function parentOf(
  { row }: SpanNode,
  byId: ReadonlyMap<string, SpanNode>,
  placeholders: Map<string, SpanNode>,
): SpanNode | undefined {
  if (!row?.parent_id || row.parent_id === row.id) return undefined;
  const parent = byId.get(row.parent_id) ?? placeholders.get(row.parent_id);
  if (parent) return parent.row && parent.row.trace_id !== row.trace_id ? undefined : parent;
  const placeholder: SpanNode = { id: row.parent_id, children: [] };
  placeholders.set(placeholder.id, placeholder);
  return placeholder;
}

/** Makes the first call of each cycle a root, so that everything attached to the cycle is shown. */
function cutLoops(nodes: Iterable<SpanNode>): void {
  /** The node from which the walk to the root first reached a node. */
  const walks = new Map<SpanNode, SpanNode>();
  for (const start of nodes) {
    let node: SpanNode | undefined = start;
    while (node && !walks.has(node)) {
      walks.set(node, start);
      node = node.parent;
    }
    if (node && node.parent && walks.get(node) === start) firstOfLoop(node).parent = undefined;
  }
}

function firstOfLoop(entry: SpanNode): SpanNode {
  let first = entry;
  for (let node = entry.parent; node && node !== entry; node = node.parent) {
    if (byStart(node, first) < 0) first = node;
  }
  return first;
}

function byStart(a: SpanNode, b: SpanNode): number {
  const [startA, startB] = [startOf(a) ?? "", startOf(b) ?? ""];
  if (startA !== startB) return startA < startB ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
