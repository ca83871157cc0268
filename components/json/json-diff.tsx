"use client";

import { UnfoldVertical } from "lucide-react";
import { useMemo, useRef, useState } from "react";

import { InlineBanner } from "@/components/ui/inline-banner";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Skeleton } from "@/components/ui/skeleton";
import { useVirtualRows } from "@/components/ui/use-virtual-rows";
import { JsonText } from "@/lib/json/text";
import { counted, formatCount } from "@/lib/format/number";

import type { JsonDiff as Diff } from "./compare-json";
import { DiffLine } from "./diff-line";
import { type DiffLayout, diffRows } from "./diff-rows";
import { type Comparable, useJsonDiff } from "./use-json-diff";

interface JsonDiffProps {
  left: Comparable;
  right: Comparable;
  /** The names of the two sides, as in "v1 and v2". */
  label: string;
  /** The part of both sides that is compared, if it is not all of them. */
  part?: string;
  layout: DiffLayout;
}

/** Two JSON values, or two texts, compared line by line, side by side or unified. */
export function JsonDiff({ left, right, label, part, layout }: JsonDiffProps) {
  const diff = useJsonDiff(left, right);
  if (diff === undefined)
    return (
      <div role="status" aria-label={`Comparing ${label}`} className="grid gap-2 p-4">
        <Skeleton className="w-1/3" />
        <Skeleton className="w-1/2" />
        <Skeleton className="w-2/5" />
      </div>
    );
  if (diff === "failed")
    return (
      <InlineBanner tone="error" className="m-4">
        The browser could not compare {label}: the values may be too large for the available memory.
      </InlineBanner>
    );
  return (
    <DiffRows
      key={`${label} ${layout}`}
      diff={diff}
      label={label}
      part={part}
      layout={layout}
      isJson={left instanceof JsonText}
    />
  );
}

interface DiffRowsProps {
  diff: Diff;
  label: string;
  part: string | undefined;
  layout: DiffLayout;
  isJson: boolean;
}

const linePx = 20;
const keyOf = (_: unknown, index: number) => index;

function DiffRows({ diff, label, part, layout, isJson }: DiffRowsProps) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const rows = useMemo(() => diffRows(diff.blocks, layout, opened), [diff, layout, opened]);
  const scroller = useRef<HTMLElement>(null);
  const lines = useVirtualRows({ items: rows, keyOf, scroller, rowPx: linePx, overscan: 20 });
  const isEqual = diff.added + diff.removed === 0;
  return (
    <>
      <p role="status" className="px-4 py-1.5 text-meta text-muted">
        {isEqual ? (
          "No differences."
        ) : (
          <>
            <span className="font-medium text-success">+{formatCount(diff.added)}</span>{" "}
            <span className="font-medium text-error">−{formatCount(diff.removed)}</span> lines
            {isJson && " · keys sorted for comparison"}
          </>
        )}
        {diff.isCoarse && " · too different to align: showing all lines from the first change to the last"}
      </p>
      <ScrollRegion
        ref={scroller}
        label={`Differences ${part === undefined ? "" : `in ${part} `}between ${label}`}
        className="min-h-0 flex-1 overflow-auto overscroll-contain border-t border-line font-mono text-meta leading-5 focus-visible:-outline-offset-2"
      >
        <div className="relative" style={{ height: lines.height }}>
          {lines.rows.map(({ item: row, index, key, top }) => (
            <div
              key={key}
              ref={lines.measure}
              data-index={index}
              style={{ transform: `translateY(${top}px)` }}
              className="absolute inset-x-0 top-0"
            >
              {row.type === "hidden" ? (
                <button
                  type="button"
                  onClick={() => setOpened(new Set([...opened, row.block]))}
                  className="flex w-full items-center gap-2 bg-raised px-3 py-1 font-sans text-muted hover:text-ink focus-visible:-outline-offset-2"
                >
                  <UnfoldVertical aria-hidden className="size-3.5" />
                  Show {counted(row.count, "unchanged line")}
                </button>
              ) : (
                <DiffLine row={row} layout={layout} />
              )}
            </div>
          ))}
        </div>
      </ScrollRegion>
    </>
  );
}
