"use client";

import { memo, useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";

import { cn } from "@/components/ui/cn";
import { treeMove } from "@/components/ui/tree-keys";
import { useVirtualRows } from "@/components/ui/use-virtual-rows";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";

import { JsonLine } from "./json-line";
import {
  grown,
  jsonRows,
  openedWithin,
  pathText,
  revealed,
  startingOpenings,
  toggled,
  type JsonRow,
  type Openings,
} from "./json-rows";
import { JsonToolbar } from "./json-toolbar";
import { useJsonSearch } from "./use-json-search";

interface JsonViewProps {
  json: JsonText;
  /** The accessible name, and the beginning of paths: `inputs`. */
  name: string;
  label: string;
  /** Takes the height that it needs, up to the class's maximum; otherwise it fills its parent. */
  className?: string;
}

const linePx = 20;
const keyOf = ({ key }: JsonRow) => key;
/** Maximum number of lines that "expand all" opens. */
const EXPANDED_ROWS = 5_000;

/** A JSON document as a tree: read only as far as it is shown, with every value as it was sent. */
export const JsonView = memo(function JsonView({ json, name, label, className }: JsonViewProps) {
  // A call that is read again has new text objects; the same text keeps its nodes.
  const { text } = json;
  const root = useMemo(() => JsonNode.parse(json), [text]); // oxlint-disable-line react/exhaustive-deps -- as above
  const [opened, setOpened] = useState<Openings>();
  const openings = useMemo(() => opened ?? startingOpenings(root), [opened, root]);
  const rows = useMemo(() => jsonRows(root, openings), [root, openings]);
  const [currentKey, setCurrentKey] = useState<string>();
  const [query, setQuery] = useState("");
  const [matchIndex, setMatchIndex] = useState(0);
  const matches = useJsonSearch(json, query);
  const scroller = useRef<HTMLDivElement>(null);
  const scrollTarget = useRef<{ key: string; focus: boolean }>(undefined);

  const currentIndex = Math.max(
    0,
    rows.findIndex((row) => row.key === currentKey),
  );
  const lines = useVirtualRows({ items: rows, keyOf, scroller, rowPx: linePx, overscan: 20 });

  const goTo = (key: string, focus: boolean) => {
    setCurrentKey(key);
    scrollTarget.current = { key, focus };
  };
  // A line exists only after a render or two.
  useEffect(() => {
    if (!scrollTarget.current) return;
    const { key, focus } = scrollTarget.current;
    const index = rows.findIndex((row) => row.key === key);
    const line = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
    if (!line) {
      if (index === -1) scrollTarget.current = undefined;
      else lines.scrollTo(index, focus ? "auto" : "center");
      return;
    }
    scrollTarget.current = undefined;
    lines.scrollTo(index, focus ? "auto" : "center");
    if (focus) line.focus({ preventScroll: true });
  });

  const match = matches.keys[matchIndex];
  useEffect(() => {
    if (match === undefined) return;
    // oxlint-disable-next-line react/set-state-in-effect -- a match is found later, by a search outside React
    setOpened((before) => revealed(before ?? startingOpenings(root), match));
    setCurrentKey(match);
    scrollTarget.current = { key: match, focus: false };
  }, [match, root]);

  const toggle = (row: JsonRow) => {
    if (row.type === "earlier" || row.type === "later") setOpened(grown(openings, row.parentKey, row.type));
    else if (row.isParent) setOpened(toggled(openings, row.key));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[currentIndex];
    if (!row || event.altKey || event.metaKey || event.ctrlKey || !isOnLine(event)) return;
    const pageLines = Math.floor((scroller.current?.clientHeight ?? 0) / linePx) - 1;
    const move = treeMove(event.key, rows, currentIndex, pageLines);
    if (!move) return;
    event.preventDefault();
    if ("to" in move) goTo(rows[move.to]?.key ?? row.key, true);
    else if ("collapse" in move) toggle(row);
    else setOpened(move.expand.reduce((next, index) => openOne(next, rows[index]), openings));
  };
  const step = (by: 1 | -1) => {
    const count = matches.keys.length;
    if (count > 0) setMatchIndex((matchIndex + by + count) % count);
  };

  return (
    <div className={cn("relative flex min-h-0 flex-col", className)}>
      <JsonToolbar
        json={json}
        label={label}
        query={query}
        matches={matches}
        matchIndex={matchIndex}
        onQueryChange={(next) => {
          setQuery(next);
          setMatchIndex(0);
        }}
        onStep={step}
        onExpandAll={() => setOpened(openedWithin(root, EXPANDED_ROWS))}
        onCollapseAll={() => setOpened(new Map())}
      />
      <div
        ref={scroller}
        className="min-h-0 flex-1 overflow-auto overscroll-contain pb-2 font-mono text-meta leading-5"
      >
        <div
          role="tree"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={onKeyDown}
          className="relative outline-none"
          style={{ height: lines.height }}
        >
          {lines.rows.map(({ item: row, index, top }) => (
            <JsonLine
              key={row.key}
              ref={lines.measure}
              row={row}
              index={index}
              top={top}
              isCurrent={index === currentIndex}
              isMatch={row.key === match}
              query={query}
              path={() => pathText(root, name, row.key)}
              onFocus={() => setCurrentKey(row.key)}
              onToggle={() => toggle(row)}
            />
          ))}
        </div>
      </div>
    </div>
  );
});

function isOnLine({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && target.dataset.index !== undefined;
}

function openOne(openings: Openings, row: JsonRow | undefined): Openings {
  return row && !row.isExpanded ? toggled(openings, row.key) : openings;
}
