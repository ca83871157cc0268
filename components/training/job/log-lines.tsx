"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";

import { cn } from "@/components/ui/cn";
import { ScrollRegion } from "@/components/ui/scroll-region";
import type { LogLine } from "@/lib/training/log-lines";

interface LogLinesProps {
  lines: readonly LogLine[];
  /** The search text to highlight. */
  searchText: string;
  /** Stays at the end as lines come. */
  follows: boolean;
  /** Told when the reader scrolls back. */
  onLeaveEnd: () => void;
}

const linePx = 18;
/** Characters of a line that are laid out; the download has all of them. */
const shownChars = 4_000;

/** Lines of a log as they were written, wrapped; those of standard error in red. */
export function LogLines({ lines, searchText, follows, onLeaveEnd }: LogLinesProps) {
  const scroller = useRef<HTMLElement>(null);
  const top = useRef(0);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => linePx,
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: 30,
  });
  useEffect(() => {
    if (follows) virtualizer.scrollToIndex(lines.length - 1, { align: "end" });
  }, [follows, lines.length, virtualizer]);
  return (
    <ScrollRegion
      ref={scroller}
      label="Lines of the log"
      onScroll={({ currentTarget: { scrollTop } }) => {
        // Only a reader goes back.
        if (scrollTop < top.current - linePx / 2) onLeaveEnd();
        top.current = scrollTop;
      }}
      className="min-h-0 flex-1 overflow-auto overscroll-contain border-t border-line bg-raised px-4 font-mono text-meta leading-[18px] focus-visible:-outline-offset-2"
    >
      <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const line = lines[index];
          return (
            line && (
              <div
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                style={{ transform: `translateY(${start}px)` }}
                className={cn(
                  "absolute inset-x-0 top-0 min-h-[18px] wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext]",
                  line.isError && "text-error",
                )}
              >
                <Marked text={shortened(line.text)} searchText={searchText} />
              </div>
            )
          );
        })}
      </div>
    </ScrollRegion>
  );
}

function shortened(text: string): string {
  return text.length > shownChars ? `${text.slice(0, shownChars).toWellFormed()}…` : text.toWellFormed();
}

function Marked({ text, searchText }: { text: string; searchText: string }) {
  const at = searchText === "" ? -1 : text.toLowerCase().indexOf(searchText.toLowerCase());
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark className="bg-selected text-ink">{text.slice(at, at + searchText.length)}</mark>
      {text.slice(at + searchText.length)}
    </>
  );
}
