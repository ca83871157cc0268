"use client";

/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- the articles of
   a feed take the focus and its keys (ARIA Authoring Practices, feed) */

import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from "react";

import { isInRow } from "@/components/ui/boxes";
import { useShortcuts } from "@/components/ui/shortcuts";
import type { VirtualRows } from "@/components/ui/use-virtual-rows";

import { useStepKeys } from "../view/use-step-keys";

/** An entry of the log, or what is between its entries. */
interface FeedItem {
  key: string;
  label: string;
}

interface LogFeedProps<Item extends FeedItem> {
  items: readonly Item[];
  scroller: RefObject<HTMLDivElement | null>;
  visible: VirtualRows<Item>;
  /** The index of the item that Tab focuses. */
  current: number;
  onFocus: (index: number) => void;
  goTo: (index: number) => void;
  /** Enter on an item. */
  onOpen: (item: Item) => void;
  /** ArrowRight and ArrowLeft on an item. */
  onExpand: (item: Item, isExpanded: boolean) => void;
  /** Renders an item. */
  children: (item: Item) => ReactNode;
}

/** The entries of a log as an ARIA feed; only those that are visible are in the document. */
export function LogFeed<Item extends FeedItem>(props: LogFeedProps<Item>) {
  const { items, scroller, visible, current, onFocus, goTo, onOpen, onExpand, children } = props;
  const feed = useRef<HTMLDivElement>(null);
  const wasEntered = () => feed.current?.contains(document.activeElement) ?? false;
  const keys = useStepKeys();
  useShortcuts("Log entries", [
    { keys: keys.next, description: "Next entry", run: () => goTo(wasEntered() ? current + 1 : current) },
    { keys: keys.previous, description: "Previous entry", run: () => goTo(current - 1) },
  ]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isInRow(event.target)) return;
    // Links and buttons in it keep their own.
    const isOnRow = event.target instanceof HTMLElement && event.target.dataset.index !== undefined;
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    const item = items[current];
    if (event.key === "PageDown" || event.key === "ArrowDown") goTo(current + 1);
    else if (event.key === "PageUp" || event.key === "ArrowUp") goTo(current - 1);
    else if (event.key === "Home") goTo(0);
    else if (event.key === "End") goTo(items.length - 1);
    else if (event.key === "Enter" && isOnRow && item) onOpen(item);
    else if ((event.key === "ArrowLeft" || event.key === "ArrowRight") && item)
      onExpand(item, event.key === "ArrowRight");
    else return;
    event.preventDefault();
  };
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-auto overscroll-contain">
      <div
        ref={feed}
        role="feed"
        aria-label="Log"
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="relative outline-none"
        style={{ height: visible.height }}
      >
        {visible.rows.map(({ item, index, top }) => (
          <article
            key={item.key}
            ref={visible.measure}
            data-index={index}
            data-key={item.key}
            aria-label={item.label}
            aria-posinset={index + 1}
            aria-setsize={items.length}
            tabIndex={index === current ? 0 : -1}
            onFocus={() => onFocus(index)}
            style={{ transform: `translateY(${top}px)` }}
            className="absolute inset-x-0 top-0 focus-visible:-outline-offset-2"
          >
            {children(item)}
          </article>
        ))}
      </div>
    </div>
  );
}
