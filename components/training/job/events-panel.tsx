"use client";

import { X } from "lucide-react";
import { useQueryState } from "nuqs";
import { parseAsString } from "nuqs/server";
import { useCallback, useMemo, useState } from "react";

import { DataTable } from "@/components/data-table/data-table";
import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { useDataTable } from "@/components/data-table/use-data-table";
import { JsonView } from "@/components/json/json-view";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import { SplitPanel } from "@/components/ui/split-panel";
import { Timestamp } from "@/components/ui/timestamp";
import type { TrainingEvent } from "@/lib/contract/training";
import { counted, formatCount } from "@/lib/format/number";

import { eventColumns } from "./event-columns";

interface EventsPanelProps {
  /** Oldest first. */
  events: readonly TrainingEvent[];
  /** Total number: the first of very many are not kept. */
  total: number;
  /** Whether more events are loading. */
  isReading: boolean;
  isOver: boolean;
  hrefOf: (eventId: string) => string;
}

/** Number of rows that are added to the table at a time. */
const windowRows = 2_000;
const peekWidth = 420;

/** The events of a job except its log, newest first; a click opens one. */
export function EventsPanel({ events, total, isReading, isOver, hrefOf }: EventsPanelProps) {
  const [type, setType] = useQueryState("type", parseAsString.withDefault(""));
  const [openId, setOpenId] = useQueryState("event", parseAsString);
  const [shown, setShown] = useState(windowRows);
  const counts = useMemo(() => countTypes(events), [events]);
  const matching = useMemo(
    () => (type === "" ? events : events.filter((event) => event.type === type)),
    [events, type],
  );
  const rows = useMemo(() => matching.slice(-shown).toReversed(), [matching, shown]);
  const table = useDataTable({ id: "training-events", columns: eventColumns, rows, rowId: ({ id }) => id });
  const opened = openId === null ? undefined : events.find(({ id }) => id === openId);
  const hasMore = matching.length > rows.length;
  const showMore = useCallback(() => {
    if (hasMore) setShown((now) => now + windowRows);
  }, [hasMore]);
  return (
    <section aria-label="Events" className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-3 px-4 py-2">
        <Select
          aria-label="Type of event"
          options={[
            { value: "", label: "All events" },
            ...[...counts].map(([name, count]) => ({ value: name, label: `${name} (${formatCount(count)})` })),
          ]}
          value={type}
          onValueChange={(name) => void setType(name === "" ? null : name)}
          className="max-w-64"
        />
        <p role="status" className="ml-auto text-meta text-muted tabular-nums">
          {isReading && events.length === 0 ? "Loading events" : counted(matching.length, "event")}
          {total > events.length && ` among the last ${formatCount(events.length)} of ${formatCount(total)}`}
          {isReading ? events.length > 0 && ", loading more" : isOver ? "" : ", live"}
        </p>
      </div>
      <SplitPanel
        id="training-event"
        label="Event width"
        sized="end"
        defaultWidth={peekWidth}
        start={
          <div className="flex h-full min-h-0 flex-col">
            <DataTable
              table={table}
              label="Events"
              hasMore={hasMore}
              onEndReached={showMore}
              rowHref={({ id }) => hrefOf(id)}
              peek={{ id: openId, onChange: (id) => void setOpenId(id) }}
              footer={
                rows.length === 0 &&
                (isReading ? (
                  <TableSkeleton rows={4} label="Loading events" />
                ) : (
                  <p className="px-4 py-6 text-muted">{isOver ? "No events." : "No events yet."}</p>
                ))
              }
            />
          </div>
        }
        end={
          opened && (
            <aside aria-label={`Event ${opened.type}`} className="flex h-full min-h-0 flex-col px-4 py-2">
              <div className="flex items-center gap-2">
                <h2 className="min-w-0 truncate font-medium">{opened.type}</h2>
                <Timestamp at={opened.created_at} style="clock-ms" className="text-meta text-muted" />
                <IconButton
                  icon={X}
                  label="Close"
                  shortcut="escape"
                  size="small"
                  className="ml-auto"
                  onClick={() => void setOpenId(null)}
                />
              </div>
              <JsonView json={opened.data} name="data" label="Data" />
            </aside>
          )
        }
      />
    </section>
  );
}

function countTypes(events: readonly TrainingEvent[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
}
