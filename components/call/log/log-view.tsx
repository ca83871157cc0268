"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";

import { ErrorState } from "@/components/ui/error-state";
import { RetryBanner } from "@/components/ui/retry-banner";
import { useLineFocus } from "@/components/ui/use-line-focus";
import { useVirtualRows } from "@/components/ui/use-virtual-rows";
import { callName } from "@/lib/format/call-name";
import type { LogEntry as Entry, TraceLog } from "@/lib/trace/trace-log";

import { CallSkeleton } from "../page/call-skeleton";
import type { TraceModel } from "../tree/trace-model";
import { TraceSearchBox } from "../view/trace-search";
import type { TraceSearch } from "../view/use-trace-search";
import { copyLog } from "./copy-log";
import { entryWith } from "./find-in-log";
import { LogEntry } from "./log-entry";
import { LogFeed } from "./log-feed";
import { LogToolbar } from "./log-toolbar";
import { MoreCalls } from "./more-calls";
import { useFolding } from "./use-folding";
import { MORE_CALLS, useTraceLog } from "./use-trace-log";

/** The height that an entry probably has. */
const ENTRY_PX = 96;
const noEntries: readonly Entry[] = [];
const keyOf = ({ key }: Item) => key;

interface LogViewProps {
  projectId: string;
  trace: TraceModel;
  search: TraceSearch;
  selectedId: string;
  hrefOf: (id: string) => string;
  onSelect: (id: string, passing: boolean) => void;
}

interface Item {
  key: string;
  label: string;
  /** Undefined for the note about the calls that are not in the log. */
  entry: Entry | undefined;
}

/** A trace as one text from top to bottom: who said what, and which tool answered what. */
export function LogView({ projectId, trace, search, selectedId, hrefOf, onSelect }: LogViewProps) {
  const { log, logBelow, error, isFetching, retry, more, need } = useTraceLog(projectId, trace);
  const items = useMemo(() => (log ? itemsOf(log) : []), [log]);
  const entries = log?.entries ?? noEntries;
  const scroller = useRef<HTMLDivElement>(null);
  const focusLine = useLineFocus(scroller);
  const [currentKey, setCurrentKey] = useState<string>();
  const folding = useFolding();
  const [asked, setAsked] = useState<ReadonlyMap<string, number>>(new Map());
  const visible = useVirtualRows({ items, keyOf, scroller, rowPx: ENTRY_PX, overscan: 4 });
  const placeOf = (key: string | undefined) => items.findIndex((item) => item.key === key);
  const selected = items.findIndex(({ entry }) => entry?.id === selectedId);
  const current = Math.max(0, currentKey === undefined ? selected : placeOf(currentKey));
  const goTo = (index: number) => {
    const to = Math.max(0, Math.min(index, items.length - 1));
    focusLine(to);
    setCurrentKey(items[to]?.key);
    visible.scrollTo(to, "auto");
  };

  // The entry of the selected call that contains the searched text, once the log has the call.
  const { query, found } = search;
  const isFound = useMemo(() => found.includes(selectedId), [found, selectedId]);
  const foundKey = isFound ? entryWith(entries, selectedId, query)?.key : undefined;
  // A match may be far below the first line of its entry, and is in the document only once the entry is.
  const unseen = useRef<string>(undefined);
  const { setExpanded } = folding;
  useEffect(() => {
    if (foundKey === undefined) return;
    unseen.current = foundKey;
    setExpanded(foundKey, true);
    setCurrentKey(foundKey);
    visible.scrollTo(placeOf(foundKey), "auto");
    // oxlint-disable-next-line react/exhaustive-deps -- more typed letters or new calls must not scroll the user
  }, [foundKey]);
  const step = (id: string) => {
    need(trace.rows.findIndex((row) => row.id === id) + 1);
    onSelect(id, true);
  };
  useEffect(() => {
    if (unseen.current === undefined) return;
    const articles = [...(scroller.current?.querySelectorAll<HTMLElement>("article") ?? [])];
    const mark = articles.find(({ dataset }) => dataset.key === unseen.current)?.querySelector("mark");
    if (!mark) return;
    unseen.current = undefined;
    mark.scrollIntoView({ block: "nearest" });
  });

  const isShown = selected !== -1;
  useEffect(() => {
    if (selected === -1) return;
    setCurrentKey(items[selected]?.key);
    if (!visible.isVisible(selected)) visible.scrollTo(selected, "start");
    // oxlint-disable-next-line react/exhaustive-deps -- new calls above it must not scroll the user
  }, [selectedId, isShown]);

  const open = useCallback((id: string) => onSelect(id, false), [onSelect]);
  const show = useCallback((key: string, chars: number) => setAsked((before) => new Map(before).set(key, chars)), []);
  const rows = trace.rows.length;
  return (
    <section aria-label="Log of this trace" className="@container flex h-full min-h-0 flex-col">
      <LogToolbar
        all={rows}
        shown={log && rows - log.remaining}
        search={<TraceSearchBox search={search} selectedId={selectedId} onStep={step} />}
        onExpandAll={() => folding.setAll(true)}
        onCollapseAll={() => folding.setAll(false)}
        onCopy={log && (() => void copyLog(log))}
        onCopySelected={log && isShown ? () => void copyLog(logBelow(selectedId)) : undefined}
      />
      {error && log && (
        <RetryBanner onRetry={retry} isFetching={isFetching}>
          Could not load more of the log: {error.message}
        </RetryBanner>
      )}
      {error && !log && (
        <ErrorState
          title="Could not load the log"
          description={error.message}
          error={error}
          onRetry={retry}
          retrying={isFetching}
        />
      )}
      {!log && !error && <CallSkeleton label="Loading log" />}
      {log && (
        <LogFeed
          items={items}
          scroller={scroller}
          visible={visible}
          current={current}
          onFocus={(index) => setCurrentKey(items[index]?.key)}
          goTo={goTo}
          onOpen={({ entry }) => (entry ? open(entry.id) : more(MORE_CALLS))}
          onExpand={({ key }, isExpanded) => folding.setExpanded(key, isExpanded)}
        >
          {({ key, entry }) =>
            entry ? (
              <LogEntry
                entry={entry}
                href={hrefOf(entry.id)}
                status={trace.statuses.get(entry.id)}
                isExpanded={folding.isExpanded(key)}
                isSelected={entry.id === selectedId}
                asked={asked}
                query={query}
                isFound={key === foundKey}
                onOpen={open}
                onToggle={folding.toggle}
                onShow={show}
              />
            ) : (
              <MoreCalls shown={rows - log.remaining} remaining={log.remaining} isFetching={isFetching} onMore={more} />
            )
          }
        </LogFeed>
      )}
    </section>
  );
}

function itemsOf({ entries, remaining, moreAt }: TraceLog): Item[] {
  const items: Item[] = entries.map((entry) => ({ key: entry.key, label: labelOf(entry), entry }));
  if (remaining > 0) items.splice(moreAt, 0, { key: "more", label: "More calls", entry: undefined });
  return items;
}

function labelOf({ row, part }: Entry): string {
  return part === "end" ? `End of ${callName(row)}` : callName(row);
}
