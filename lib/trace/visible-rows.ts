import type { SpanNode } from "./span-tree";

interface TreeNode<Node> {
  id: string;
  children: readonly Node[];
}

/** A row of the tree in a treegrid; `level`, `position` and `setSize` start at 1, as in ARIA. */
export interface VisibleRow<Node = SpanNode> {
  node: Node;
  level: number;
  position: number;
  setSize: number;
  isParent: boolean;
  isExpanded: boolean;
}

/**
 * The visible rows: every node whose ancestors are all expanded, parents before children; only nodes in `kept`, if
 * given.
 */
export function flattenVisible<Node extends TreeNode<Node>>(
  { roots }: { roots: readonly Node[] },
  collapsed: ReadonlySet<string>,
  visibleIds?: ReadonlySet<string>,
): VisibleRow<Node>[] {
  const rows: VisibleRow<Node>[] = [];
  const waiting: VisibleRow<Node>[] = [];
  const shown = (nodes: readonly Node[]) => (visibleIds ? nodes.filter(({ id }) => visibleIds.has(id)) : nodes);
  const push = (all: readonly Node[], level: number) => {
    const siblings = shown(all);
    const setSize = siblings.length;
    for (let index = setSize - 1; index >= 0; index -= 1) {
      const node = siblings[index];
      if (!node) continue;
      const isParent = visibleIds ? node.children.some(({ id }) => visibleIds.has(id)) : node.children.length > 0;
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

/** The number of levels of a tree, whether expanded or collapsed. */
export function countLevels<Node extends { children: readonly Node[] }>({ roots }: { roots: readonly Node[] }): number {
  let levels = 0;
  for (let nodes = roots; nodes.length > 0; nodes = nodes.flatMap(({ children }) => children)) levels += 1;
  return levels;
}

interface Child<Node> {
  id: string;
  parent?: Node | undefined;
}

/** The ids to expand so that a node is visible: its ancestors, nearest first. */
export function ancestorIds<Node extends Child<Node>>(node: Node): string[] {
  const ids: string[] = [];
  for (let { parent } = node; parent; { parent } = parent) ids.push(parent.id);
  return ids;
}

/** The ids of some nodes and all their ancestors, which are needed to show them in the tree. */
export function withAncestors<Node extends Child<Node>>(nodes: Iterable<Node>): Set<string> {
  const visibleIds = new Set<string>();
  for (const first of nodes) {
    for (let node: Node | undefined = first; node && !visibleIds.has(node.id); node = node.parent)
      visibleIds.add(node.id);
  }
  return visibleIds;
}
