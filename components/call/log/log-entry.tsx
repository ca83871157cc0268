"use client";

import { ChevronRight } from "lucide-react";
import { memo, type MouseEvent } from "react";

import { Marked } from "@/components/json/marked";
import { cn } from "@/components/ui/cn";
import { Quantity } from "@/components/ui/quantity";
import { StatusIcon } from "@/components/ui/status-icon";
import type { CallStatus } from "@/lib/contract/call-kinds";
import { callName } from "@/lib/format/call-name";
import { durationParts, formatDuration } from "@/lib/format/duration";
import { counted } from "@/lib/format/number";
import { messageBlocks } from "@/lib/trace/log-blocks";
import { latencyMs } from "@/lib/trace/timeline";
import type { LogEntry as Entry } from "@/lib/trace/trace-log";

import { KindIcon } from "../kind-icon";
import { LogBlock } from "./log-block";
import { UnfoldButton } from "./unfold-button";

/** Deeper levels are not indented further, because there would be no space for texts. */
const DEEPEST = 6;
const INDENT_PX = 12;

interface EntryActions {
  onOpen: (id: string) => void;
  onToggle: (key: string) => void;
  /** Shows a number of characters of a text of an entry. */
  onShow: (key: string, chars: number) => void;
}

interface LogEntryProps extends EntryActions {
  entry: Entry;
  href: string;
  status: CallStatus | undefined;
  isExpanded: boolean;
  isSelected: boolean;
  /** The numbers of characters that were asked for, by entry and text. */
  asked: ReadonlyMap<string, number>;
  query: string;
  /** Whether the search is at this entry. */
  isFound: boolean;
}

/** An entry of the log: a line about its call, and its texts. */
export const LogEntry = memo(function LogEntry(props: LogEntryProps) {
  const { entry, href, status, isExpanded, isSelected, asked, query, isFound, onOpen, onToggle, onShow } = props;
  const { key, id, row, level, part, atMs, earlier, blocks, isLeftOut } = entry;
  const earlierKey = `${key} earlier`;
  const showsEarlier = asked.has(earlierKey);
  const hasContent = blocks.length > 0 || earlier.length > 0 || isLeftOut;
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(id);
  };
  const block = (one: Entry["blocks"][number], blockKey: string) => (
    <LogBlock
      key={blockKey}
      block={one}
      asked={asked.get(blockKey)}
      onShow={(chars) => onShow(blockKey, chars)}
      query={query}
      isFound={isFound}
    />
  );
  return (
    <div
      style={{ paddingLeft: 8 + Math.min(level, DEEPEST) * INDENT_PX }}
      className={cn("border-b border-line pr-3", isSelected && "bg-selected", isFound && "bg-accent-soft")}
    >
      <div className="flex min-w-0 items-center gap-1.5 pt-1 text-meta leading-6">
        <button
          type="button"
          aria-label={isExpanded ? "Collapse" : "Expand"}
          aria-expanded={isExpanded}
          onClick={() => onToggle(key)}
          className={cn("-m-1 p-1 text-muted hover:text-ink", !hasContent && "invisible")}
        >
          <ChevronRight aria-hidden className={cn("size-3.5 transition-transform", isExpanded && "rotate-90")} />
        </button>
        {status && part !== "end" && <StatusIcon status={status} isStale={row.overview?.stale} />}
        <KindIcon kind={row.overview?.kind} />
        <a
          href={href}
          onClick={open}
          title={row.op_name}
          className={cn("truncate font-medium hover:underline", status === "error" && "text-error")}
        >
          <bdi>
            <Marked text={callName(row)} query={query} />
          </bdi>
        </a>
        {part === "end" && <span className="shrink-0 text-muted">end</span>}
        {!isExpanded && blocks[0] && (
          <span className="min-w-0 flex-1 truncate text-muted">{blocks[0].text.slice(0, 200)}</span>
        )}
        <span className="ml-auto flex shrink-0 gap-2 pl-2 text-muted tabular-nums">
          {part !== "end" && row.ended_at !== undefined && (
            <span title="Latency">
              <Quantity parts={durationParts(latencyMs(row, 0))} />
            </span>
          )}
          {atMs !== undefined && <span title="From the start of the trace">+{formatDuration(atMs)}</span>}
        </span>
      </div>
      {isExpanded && hasContent && (
        <div className="pb-2 pl-5">
          {isLeftOut && (
            <p className="py-1 text-meta text-muted">
              Input and output are not loaded, because those of the calls before this one are too long. Open the call to
              see them.
            </p>
          )}
          {earlier.length > 0 && !showsEarlier && (
            <UnfoldButton onClick={() => onShow(earlierKey, 0)}>
              {counted(earlier.length, "earlier message")}
            </UnfoldButton>
          )}
          {showsEarlier && earlier.flatMap(messageBlocks).map((one, index) => block(one, `${earlierKey} ${index}`))}
          {blocks.map((one, index) => block(one, `${key} ${index}`))}
        </div>
      )}
    </div>
  );
});
