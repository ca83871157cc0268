"use client";

import { ChevronRight, Route } from "lucide-react";
import type { MouseEvent, Ref } from "react";

import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { formatCount } from "@/lib/format/number";

import type { JsonRow } from "./json-rows";
import { JsonValue } from "./json-value";
import { Marked } from "./marked";

const indentPx = 14;

interface JsonLineProps {
  ref: Ref<HTMLDivElement>;
  row: JsonRow;
  index: number;
  /** Its distance from the top, in pixels. */
  top: number;
  /** Whether Tab focuses it and its buttons are shown. */
  isCurrent: boolean;
  isMatch: boolean;
  query: string;
  path: () => string;
  onFocus: () => void;
  onToggle: () => void;
}

/** One line of the viewer: name, value and, on the current one, copy buttons. */
export function JsonLine({ ref, row, index, top, isCurrent, isMatch, query, path, onFocus, onToggle }: JsonLineProps) {
  const isToggle = row.isParent || row.type === "earlier" || row.type === "later";
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (!isToggle || (event.target instanceof Element && event.target.closest("a, button"))) return;
    if (window.getSelection()?.isCollapsed !== false) onToggle();
  };
  return (
    <div
      ref={ref}
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={-1}
      aria-expanded={row.isParent ? row.isExpanded : undefined}
      aria-selected={isCurrent}
      data-index={index}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onFocus}
      onClick={onClick}
      onKeyDown={(event) => {
        if (!isToggle || event.target !== event.currentTarget || (event.key !== "Enter" && event.key !== " ")) return;
        event.preventDefault();
        onToggle();
      }}
      style={{ transform: `translateY(${top}px)`, paddingLeft: `min(${(row.level - 1) * indentPx + 4}px, 45%)` }}
      className={cn(
        "group absolute inset-x-0 top-0 flex min-h-5 items-start gap-1 pr-16 hover:bg-hover focus-visible:bg-selected focus-visible:-outline-offset-2",
        isMatch && "bg-accent-soft",
        isToggle && "cursor-pointer",
      )}
    >
      <ChevronRight
        aria-hidden
        className={cn(
          "mt-1 size-3 shrink-0 text-muted transition-transform",
          !row.isParent && "invisible",
          row.isExpanded && "rotate-90",
        )}
      />
      <LineContent row={row} query={query} />
      {row.type === "value" && isCurrent && (
        <span className="absolute top-0 right-1 hidden gap-0.5 bg-page group-hover:flex group-focus:flex group-focus-within:flex">
          <CopyButton text={() => row.node.raw} label="Copy value" className="size-5" />
          <CopyButton text={path} label="Copy path" icon={Route} className="size-5" />
        </span>
      )}
    </div>
  );
}

function LineContent({ row, query }: { row: JsonRow; query: string }) {
  if (row.type === "text")
    return (
      <span className="min-w-0 wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext]">
        <Marked text={row.text} query={query} />
      </span>
    );
  if (row.type !== "value")
    return (
      <span className="text-accent-ink">
        Show {row.type} items{" "}
        <span className="text-muted">
          ({formatCount(row.shown.from)} to {formatCount(row.shown.to - 1)} shown)
        </span>
      </span>
    );
  // The content of a collapsed container is previewed on one line.
  const isGlimpse = !row.isExpanded && (row.node.kind === "object" || row.node.kind === "array");
  return (
    <span className={cn("min-w-0", isGlimpse && "truncate")}>
      {row.name !== undefined ? (
        <span className="wrap-anywhere text-muted">
          <Marked text={row.name} query={query} />
          {": "}
        </span>
      ) : (
        row.level > 1 && <span className="text-faint select-none">{row.position - 1} </span>
      )}
      <span data-value>
        <JsonValue node={row.node} isExpanded={row.isExpanded} query={query} />
      </span>
    </span>
  );
}
