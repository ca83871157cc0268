import type { SpanNode } from "./span-tree";

interface TreeNode<Node> {
  id: string;
  children: readonly Node[];
}

/** A line of the tree as a treegrid shows it; `level`, `position` and `setSize` begin at 1, as ARIA counts. */
export interface VisibleRow<Node = SpanNode> {
  node: Node;
  level: number;
  position: number;
  setSize: number;
  isParent: boolean;
  isExpanded: boolean;
}

/** The lines on the screen: every node whose ancestors are all open, parents before children; of `kept` only, if given. */
export function flattenVisible<Node extends TreeNode<Node>>(
  { roots }: { roots: readonly Node[] },
  collapsed: ReadonlySet<string>,
  kept?: ReadonlySet<string>,
): VisibleRow<Node>[] {
  const rows: VisibleRow<Node>[] = [];
  const waiting: VisibleRow<Node>[] = [];
  const shown = (nodes: readonly Node[]) => (kept ? nodes.filter(({ id }) => kept.has(id)) : nodes);
  const push = (all: readonly Node[], level: number) => {
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

/** How many levels a tree has, whether open or closed. */
export function countLevels<Node extends { children: readonly Node[] }>({ roots }: { roots: readonly Node[] }): number {
  let levels = 0;
  for (let nodes = roots; nodes.length > 0; nodes = nodes.flatMap(({ children }) => children)) levels += 1;
  return levels;
}

interface Child<Node> {
  id: string;
  parent?: Node | undefined;
}

/** The ids to open so that a node can be seen: its ancestors, the nearest first. */
export function ancestorIds<Node extends Child<Node>>(node: Node): string[] {
  const ids: string[] = [];
  for (let { parent } = node; parent; { parent } = parent) ids.push(parent.id);
  return ids;
}

/** The ids of some nodes and of all above them, which a tree needs to show them in their places. */
export function withAncestors<Node extends Child<Node>>(nodes: Iterable<Node>): Set<string> {
  const kept = new Set<string>();
  for (const first of nodes) {
    for (let node: Node | undefined = first; node && !kept.has(node.id); node = node.parent) kept.add(node.id);
  }
  return kept;
}
