import type { SpanNode, SpanTree } from "./span-tree";

/** A line of the tree as a treegrid shows it; `level`, `position` and `setSize` begin at 1, as ARIA counts. */
export interface VisibleRow {
  node: SpanNode;
  level: number;
  position: number;
  setSize: number;
  isParent: boolean;
  isExpanded: boolean;
}

/** The lines on the screen: every node whose ancestors are all open, parents before children; of `kept` only, if given. */
export function flattenVisible(
  { roots }: SpanTree,
  collapsed: ReadonlySet<string>,
  kept?: ReadonlySet<string>,
): VisibleRow[] {
  const rows: VisibleRow[] = [];
  const waiting: VisibleRow[] = [];
  const shown = (nodes: readonly SpanNode[]) => (kept ? nodes.filter(({ id }) => kept.has(id)) : nodes);
  const push = (all: readonly SpanNode[], level: number) => {
    const siblings = shown(all);
    const setSize = siblings.length;
    for (let index = setSize - 1; index >= 0; index -= 1) {
      const node = siblings[index];
      if (!node) continue;
      const isParent = kept ? node.children.some(({ id }) => kept.has(id)) : node.children.length > 0;
      const isExpanded = isParent && !collapsed.has(node.id);
      waiting.push({ node, level, position: index + 1, setSize, isParent, isExpanded });
    }
  };
  push(roots, 1);
  for (let row = waiting.pop(); row; row = waiting.pop()) {
    rows.push(row);
    if (row.isExpanded) push(row.node.children, row.level + 1);
  }
  return rows;
}

/** The ids to open so that a node can be seen: its ancestors, the nearest first. */
export function ancestorIds(node: SpanNode): string[] {
  const ids: string[] = [];
  for (let parent = node.parent; parent; parent = parent.parent) ids.push(parent.id);
  return ids;
}

/** Some calls with all above them, which a tree needs to show them in their places. */
export function withAncestors({ byId }: SpanTree, ids: Iterable<string>): Set<string> {
  const kept = new Set<string>();
  for (const id of ids) {
    for (let node = byId.get(id); node && !kept.has(node.id); node = node.parent) kept.add(node.id);
  }
  return kept;
}
