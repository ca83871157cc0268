"use client";

import { useEffect, useRef } from "react";

import { cn } from "@/components/ui/cn";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { useVirtualRows } from "@/components/ui/use-virtual-rows";
import type { LogLine } from "@/lib/training/log-lines";

interface LogLinesProps {
  lines: readonly LogLine[];
  searchText: string;
  /** Stays at the end as lines are added. */
  follows: boolean;
  /** Called when the user scrolls back. */
  onLeaveEnd: () => void;
}

const linePx = 18;
const keyOf = ({ key }: LogLine) => key;
/** Number of characters of a line that are rendered; the download has all of them. */
const shownChars = 4_000;

/** Lines of a log as they were written, wrapped; those of standard error in red. */
export function LogLines({ lines, searchText, follows, onLeaveEnd }: LogLinesProps) {
  const scroller = useRef<HTMLElement>(null);
  const top = useRef(0);
  const { rows, height, scrollTo, measure } = useVirtualRows({
    items: lines,
    keyOf,
    scroller,
    rowPx: linePx,
    overscan: 30,
  });
  useEffect(() => {
    if (follows) scrollTo(lines.length - 1, "end");
    // oxlint-disable-next-line react/exhaustive-deps -- only new lines, and the wish to follow them, scroll
  }, [follows, lines.length]);
  return (
    <ScrollRegion
      ref={scroller}
      label="Log lines"
      onScroll={({ currentTarget: { scrollTop } }) => {
        // Only the user scrolls back.
        if (scrollTop < top.current - linePx / 2) onLeaveEnd();
        top.current = scrollTop;
      }}
      className="min-h-0 flex-1 overflow-auto overscroll-contain border-t border-line bg-raised px-4 font-mono text-meta leading-[18px] focus-visible:-outline-offset-2"
    >
      <div className="relative" style={{ height: height }}>
        {rows.map(({ item: line, index, key, top: linePlace }) => (
          <div
            key={key}
            ref={measure}
            data-index={index}
            style={{ transform: `translateY(${linePlace}px)` }}
            className={cn(
              "absolute inset-x-0 top-0 min-h-[18px] wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext]",
              line.isError && "text-error",
            )}
          >
            <Marked text={shortened(line.text)} searchText={searchText} />
          </div>
        ))}
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
