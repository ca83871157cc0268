import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

import { cn } from "@/components/ui/cn";
import type { VisibleRow } from "@/lib/trace/visible-rows";

import { type LinePlace, treeLineClass } from "./tree-grid";
import { TreeDepth, treeIndent } from "./tree-indent";

interface TreeLineProps extends LinePlace {
  row: VisibleRow<{ id: string }>;
  /** Called on Enter and Space, and on a click if `isButton`. */
  onOpen?: () => void;
  /** Whether a click anywhere on the row opens it; otherwise the name is a link. */
  isButton?: boolean;
  className?: string;
  /** The content of the name column, after the button that collapses the row. */
  name: ReactNode;
  /** The other cells. */
  children: ReactNode;
}

/** A row of a tree of calls: its level, the button that collapses it, and its cells. */
export function TreeLine(props: TreeLineProps) {
  const { row, index, top, isSelected, isCurrent, onFocus, onToggle, onOpen, isButton, className, name, children } =
    props;
  const { id } = row.node;
  return (
    // The tree handles the keys: see useTreeKeys.
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-expanded={row.isParent ? row.isExpanded : undefined}
      aria-selected={isSelected}
      data-index={index}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={() => onFocus(id)}
      onClick={isButton ? onOpen : undefined}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || (event.key !== "Enter" && event.key !== " ")) return;
        event.preventDefault();
        onOpen?.();
      }}
      style={{ transform: `translateY(${top}px)` }}
      className={cn(
        treeLineClass,
        "absolute inset-x-0 top-0 h-7 text-meta hover:bg-hover focus-visible:-outline-offset-2",
        isButton && "cursor-pointer",
        className,
        isSelected && "bg-selected hover:bg-selected",
      )}
    >
      <div role="gridcell" className="flex min-w-0 items-center gap-1.5" style={treeIndent(row.level)}>
        <button
          type="button"
          tabIndex={-1}
          aria-label={row.isExpanded ? "Collapse" : "Expand"}
          onClick={(event) => {
            event.stopPropagation();
            onToggle(id);
          }}
          className={cn("relative z-1 -m-1 p-1 text-muted hover:text-ink", !row.isParent && "invisible")}
        >
          <ChevronRight aria-hidden className={cn("size-3.5 transition-transform", row.isExpanded && "rotate-90")} />
        </button>
        <TreeDepth level={row.level} />
        {name}
      </div>
      {children}
    </div>
  );
}
