import type { ReactNode } from "react";

import { cn } from "@/components/ui/cn";
import type { VisibleRow } from "@/lib/trace/visible-rows";

import type { CallTree, TreeNode } from "./use-call-tree";

/** A row of the tree, or its header. */
export const treeLineClass = "grid grid-cols-(--tree-columns) items-center gap-2 pr-3 pl-2";

/** The position and state of a row, and its handlers. */
export interface LinePlace {
  index: number;
  /** Distance from the top, pixels. */
  top: number;
  isSelected: boolean;
  /** Whether Tab focuses it. */
  isCurrent: boolean;
  onFocus: (id: string) => void;
  onToggle: (id: string) => void;
}

interface TreeGridProps<Node extends TreeNode<Node>> {
  /** From `useCallTree`. */
  tree: CallTree<Node>;
  label: string;
  /** Sets `--tree-columns`. */
  columnsClass: string;
  /** The headers of the columns. */
  head: ReactNode;
  /** Renders a row; its key is the id of its node. */
  line: (row: VisibleRow<Node>, place: LinePlace) => ReactNode;
  /** Shown below the rows. */
  children?: ReactNode;
}

/** Calls as an ARIA treegrid; only the visible rows are in the document. */
export function TreeGrid<Node extends TreeNode<Node>>(props: TreeGridProps<Node>) {
  const { tree, label, columnsClass, head, line, children } = props;
  const { lines, current, selectedId, scroller, visible, indent, onScroll, onKeyDown, onFocusChange } = tree;
  const { setCurrentId: onFocus, toggle: onToggle } = tree;
  return (
    <div ref={scroller} onScroll={onScroll} className="min-h-0 flex-1 overflow-auto overscroll-contain">
      <div
        role="treegrid"
        aria-label={label}
        aria-rowcount={lines.length + 1}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onFocus={() => onFocusChange(true)}
        onBlur={() => onFocusChange(false)}
        style={indent}
        className={columnsClass}
      >
        <div
          role="row"
          className={cn(treeLineClass, "sticky top-0 z-2 h-6 border-b border-line bg-page text-label text-muted")}
        >
          {head}
        </div>
        <div role="rowgroup" className="relative" style={{ height: visible.height }}>
          {visible.rows.map(({ item: row, index, top }) =>
            line(row, {
              index,
              top,
              isSelected: row.node.id === selectedId,
              isCurrent: index === current,
              onFocus,
              onToggle,
            }),
          )}
        </div>
        {children}
      </div>
    </div>
  );
}

interface CellProps {
  className?: string;
  children?: ReactNode;
}

export function NameHeader() {
  return (
    <span role="columnheader" className="pl-5">
      Call
    </span>
  );
}

export function NumberHeader({ className, children }: CellProps) {
  return (
    <span role="columnheader" className={cn("text-right", className)}>
      {children}
    </span>
  );
}

export function NumberCell({ className, children }: CellProps) {
  return (
    <div role="gridcell" className={cn("truncate text-right tabular-nums", className)}>
      {children}
    </div>
  );
}
