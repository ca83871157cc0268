"use client";

/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- the articles of
   a feed take the focus and its keys (ARIA Authoring Practices, feed) */

import { useRouter } from "next/navigation";
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";

import { isInRow } from "@/components/ui/boxes";
import { useShortcuts } from "@/components/ui/shortcuts";
import { useLineFocus } from "@/components/ui/use-line-focus";
import { useVirtualRows } from "@/components/ui/use-virtual-rows";
import type { Call, CallOverview } from "@/lib/contract/calls";
import { callPath } from "@/lib/format/address";
import { formatDuration } from "@/lib/format/duration";

import { TurnItem } from "./turn-item";
import { useCurrentTurn } from "./use-current-turn";
import type { ThreadTurn } from "./use-thread";

/** Longer pauses are marked; shorter ones are a person typing. */
const MARKED_IDLE_MS = 30_000;
const turnPx = 140;
const keyOf = ({ id }: ThreadTurn) => id;

interface TurnFeedProps {
  projectId: string;
  turns: readonly ThreadTurn[];
  /** Milliseconds since 1970. */
  now: number;
  messagesOf: (call: Call, overview: CallOverview | undefined) => ReactNode;
}

/** The turns of a thread as an ARIA feed; only the visible ones are in the document. */
export function TurnFeed({ projectId, turns, now, messagesOf }: TurnFeedProps) {
  const router = useRouter();
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useCurrentTurn(turns);
  const focusLine = useLineFocus(scroller);
  const { rows, height, scrollTo, measure } = useVirtualRows({
    items: turns,
    keyOf,
    scroller,
    rowPx: turnPx,
    overscan: 4,
  });
  const goTo = (index: number) => {
    const to = Math.max(0, Math.min(index, turns.length - 1));
    focusLine(to);
    setCurrent(to);
    scrollTo(to, "auto");
  };
  const restore = useRef(() => {
    if (current === 0) return;
    focusLine(current);
    scrollTo(current, "start");
  });
  useEffect(() => restore.current(), []);
  useShortcuts("Thread", [
    { keys: "j", description: "Next turn", run: () => goTo(wasEntered(scroller.current) ? current + 1 : current) },
    { keys: "k", description: "Previous turn", run: () => goTo(current - 1) },
  ]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isInRow(event.target)) return;
    // Links and buttons in it keep their own.
    const isOnRow = event.target instanceof HTMLElement && event.target.dataset.index !== undefined;
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    if (event.key === "PageDown" || event.key === "ArrowDown") goTo(current + 1);
    else if (event.key === "PageUp" || event.key === "ArrowUp") goTo(current - 1);
    else if (event.key === "Home") goTo(0);
    else if (event.key === "End") goTo(turns.length - 1);
    else if (event.key === "Enter" && isOnRow) router.push(callPath(projectId, turns[current]?.id ?? ""));
    else return;
    event.preventDefault();
  };
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-auto overscroll-contain">
      <div
        role="feed"
        aria-label="Turns"
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="relative outline-none"
        style={{ height: height }}
      >
        {rows.map(({ item: turn, index, top }) => {
          const { idleMs = 0 } = turn;
          return (
            <article
              key={turn.id}
              ref={measure}
              data-index={index}
              aria-label={`Turn ${index + 1}`}
              aria-posinset={index + 1}
              aria-setsize={turns.length}
              tabIndex={index === current ? 0 : -1}
              onFocus={() => setCurrent(index)}
              style={{ transform: `translateY(${top}px)` }}
              className="absolute inset-x-0 top-0 focus-visible:-outline-offset-2"
            >
              {idleMs >= MARKED_IDLE_MS && <IdleGap ms={idleMs} />}
              <TurnItem projectId={projectId} turn={turn} number={index + 1} now={now} messagesOf={messagesOf} />
            </article>
          );
        })}
      </div>
    </div>
  );
}

function wasEntered(feed: HTMLElement | null): boolean {
  return feed?.contains(document.activeElement) ?? false;
}

/** The pause before a turn. */
function IdleGap({ ms }: { ms: number }) {
  return (
    <p className="mx-auto flex max-w-220 items-center gap-3 px-4 py-1 text-label text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      idle {formatDuration(ms)}
    </p>
  );
}
