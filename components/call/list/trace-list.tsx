"use client";

import { ChartColumn, Download, ListChecks } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";

import { ColumnsMenu } from "@/components/data-table/columns-menu";
import type { DataTableHandle } from "@/components/data-table/data-table";
import { ListScreen } from "@/components/data-table/list-screen";
import { useCompact } from "@/components/data-table/use-compact";
import { useDataTable } from "@/components/data-table/use-data-table";
import { useLiveList } from "@/components/data-table/use-live-list";
import { Button, buttonClass } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { onDemand } from "@/components/ui/on-demand";
import { useShortcuts } from "@/components/ui/shortcuts";
import { SplitPanel } from "@/components/ui/split-panel";
import { TimeRange } from "@/components/ui/time-range";
import { useGoTo } from "@/components/ui/use-go-to";
import type { CallRow } from "@/lib/contract/calls";
import { newQueuePath } from "@/lib/format/address";
import { type CallsView, isSortKey, sortedCalls } from "@/lib/filter/calls-view";
import { liveCallsList } from "@/lib/queries/live-calls";

import { CallSkeleton } from "../page/call-skeleton";
import { CallExtrasProvider } from "./columns/call-extras";
import { ChartsSkeleton } from "./charts-skeleton";
import { CallsToggle } from "./calls-toggle";
import { callColumns, feedbackColumns, payloadColumns } from "./columns/columns";
import { filledLayout } from "./columns/list-layout";
import { FilterBox } from "./filter/filter-box";
import { FilterChips } from "./filter/filter-chips";
import { FilterPanel } from "./filter/filter-panel";
import { listFailure } from "./list-failure";
import { listedCallPath } from "./listed-call";
import { SavedViews } from "./saved-views";
import { useCallsView } from "./use-calls-view";
import { useListLayout } from "./columns/use-list-layout";
import { usePeek } from "./use-peek";
import { useStatsShown } from "./use-stats-shown";

// Loaded with their data, which is read after the rows.
const TotalsLine = dynamic(async () => (await import("./totals-line")).TotalsLine, { ssr: false });
const StatsCharts = dynamic(async () => (await import("./stats-charts")).StatsCharts, {
  ssr: false,
  loading: ChartsSkeleton,
});
// Only phones show it, which have rows when the script runs.
const SortMenu = dynamic(async () => (await import("@/components/data-table/sort-menu")).SortMenu<CallRow>, {
  ssr: false,
});
// Loaded on demand.
const addColumns = onDemand(() => import("./columns/add-columns"));
const bulkBar = onDemand(() => import("./bulk-bar"));
const TracePeek = dynamic(async () => (await import("./trace-peek")).TracePeek, {
  ssr: false,
  loading: () => <CallSkeleton label="Loading call" />,
});
const NoCalls = dynamic(async () => (await import("./no-calls")).NoCalls, { ssr: false });
const IndexNote = dynamic(async () => (await import("./index-note")).IndexNote, { ssr: false });
const SortedNote = dynamic(async () => (await import("./sorted-note")).SortedNote, { ssr: false });
const PeekSheet = dynamic(async () => (await import("./peek-sheet")).PeekSheet, { ssr: false });
const ExportDialog = dynamic(async () => (await import("./export/export-dialog")).ExportDialog, { ssr: false });

const searchId = "search-calls";
const peekWidth = 760;
// Marks the end of the list when it is out of sight.
const manyRows = 50;

interface TraceListProps {
  projectId: string;
  /** Shown below a previewed call's payloads. */
  feedbackOn: (callId: string) => ReactNode;
  /** Adds feedback to several calls at once. */
  feedbackOnAll: (callIds: readonly string[]) => ReactNode;
}

/** The trace list: the URL defines the calls and their order, and new calls are shown or offered at once. */
export function TraceList({ projectId, feedbackOn, feedbackOnAll }: TraceListProps) {
  const [view, change] = useCallsView();
  const { layout: chosenLayout, paths, feedback } = useListLayout();
  const peek = usePeek();
  const goTo = useGoTo();
  const [selected, select] = useState<ReadonlySet<string>>(() => new Set());
  const adding = addColumns.useModule();
  const bulk = bulkBar.useNeeded(selected.size > 0, () => select(new Set()));
  const [exporting, setExporting] = useState<readonly string[]>();
  const [wantsNote, setWantsNote] = useState(false);
  const [hasCharts, showCharts] = useStatsShown();
  const compact = useCompact();
  const grid = useRef<DataTableHandle>(null);
  const peekedCalls = useRef<HTMLDivElement>(null);
  const params = useMemo(() => ({ projectId, view, columns: paths }), [projectId, view, paths]);
  const hrefOf = useCallback((id: string) => listedCallPath(params, id), [params]);
  const { list, rows, newRows } = useLiveList(liveCallsList(params));
  const columns = useMemo(
    () => [...callColumns, ...payloadColumns(paths), ...feedbackColumns(feedback)],
    [paths, feedback],
  );
  const layout = filledLayout(chosenLayout, rows);
  const table = useDataTable({
    id: "calls",
    columns,
    rows,
    rowId: ({ id }) => id,
    layout,
    sort: { id: view.sort.by, direction: view.sort.direction },
    onSortChange: ({ id, direction }) => {
      if (isSortKey(id)) change({ sort: { by: id, direction } });
    },
    selection: { ids: selected, onChange: select },
  });
  const shownColumns = table.getVisibleLeafColumns().map(({ id }) => id);
  const isShown = (id: string) => shownColumns.includes(id);

  // Another view is another list and starts at the top.
  const shownView = useRef(view);
  useEffect(() => {
    if (shownView.current !== view) grid.current?.scrollToTop();
    shownView.current = view;
  }, [view]);

  const writeNote = () => {
    const index = document.activeElement instanceof HTMLElement ? Number(document.activeElement.dataset.index) : 0;
    const row = rows[Number.isInteger(index) ? index : 0];
    if (!row) return;
    setWantsNote(true);
    if (peek.id === null) peek.onChange(row.id);
  };
  const search = () => document.getElementById(searchId)?.focus();
  useShortcuts("Traces", [{ keys: "f", description: "Add note to call", run: writeNote }]);
  // The calls of a previewed trace can be searched too.
  useShortcuts("Traces", [{ keys: "/", description: "Search or filter", run: search }], true);

  const chosen = rows.flatMap(({ id }) => (selected.has(id) ? [id] : []));
  const shown = (
    <div className="relative flex h-full min-h-0 flex-col">
      <ListScreen
        ref={grid}
        table={table}
        label="Calls"
        list={list}
        skeletonRows={16}
        rowHref={({ id }) => hrefOf(id)}
        peek={{ ...peek, goTo, inner: () => peekedCalls.current, onPhone: true }}
        empty={<NoCalls projectId={projectId} view={view} onChange={change} />}
        failure={listFailure({ error: list.error, projectId, onChange: change })}
        end={rows.length >= manyRows && <p className="px-4 py-3 text-center text-meta text-muted">No more calls</p>}
        newRows={{ ...newRows, noun: "call" }}
      />
      {chosen.length > 0 && bulk && (
        <bulk.BulkBar
          projectId={projectId}
          ids={chosen}
          feedback={feedbackOnAll(chosen)}
          onExport={() => setExporting(chosen)}
          onClear={() => select(new Set())}
        />
      )}
    </div>
  );
  const peekedAt = peek.id === null ? -1 : rows.findIndex(({ id }) => id === peek.id);
  const stepTo = (row: CallRow | undefined) => row && (() => peek.onChange(row.id));
  const next = peekedAt === -1 ? undefined : rows[peekedAt + 1];
  const preview = peek.callId !== null && (
    <TracePeek
      projectId={projectId}
      callId={peek.callId}
      hrefOf={hrefOf}
      calls={peekedCalls}
      nextId={next?.id}
      steps={{ previous: stepTo(rows[peekedAt - 1]), next: stepTo(next) }}
      feedback={feedbackOn(peek.callId)}
      wantsNote={wantsNote}
      onNote={() => setWantsNote(false)}
      onSelect={peek.onSelect}
      onClose={compact ? undefined : () => peek.onChange(null)}
    />
  );
  return (
    <section aria-label="Traces" className="flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">Traces</h1>
      <div className="flex flex-wrap items-start gap-2 px-4 pt-3 pb-2">
        <FilterBox id={searchId} projectId={projectId} view={view} onChange={change} opensIds />
        <TimeRange span={view} onChange={change} />
        <CallsToggle roots={view.roots} onChange={(roots) => change({ roots })} />
        <ColumnsMenu table={table} content={addColumns}>
          {adding && <adding.AddColumns params={params} layout={layout} />}
        </ColumnsMenu>
        <SortMenu table={table} />
        <Button icon={Download} onClick={() => setExporting([])} className="max-sm:hidden">
          Export
        </Button>
        <Link href={queueOf(projectId, view)} className={cn(buttonClass(), "max-sm:hidden")}>
          <ListChecks aria-hidden className="size-3.5" />
          New queue
        </Link>
        <IconButton
          icon={ChartColumn}
          label="Charts"
          aria-pressed={hasCharts}
          onClick={() => showCharts(!hasCharts)}
          className="max-sm:hidden"
        />
      </div>
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 pb-2">
        <FilterPanel projectId={projectId} view={view} onChange={change} />
        <FilterChips view={view} onChange={change} />
        <SavedViews projectId={projectId} />
        <TotalsLine params={params} />
      </div>
      {hasCharts && !compact && (
        <div className="border-b border-line">
          <StatsCharts params={params} onChange={change} />
        </div>
      )}
      {sortedCalls(view) !== undefined && <SortedNote params={params} onChange={change} />}
      <IndexNote params={params} />
      <CallExtrasProvider
        projectId={projectId}
        rows={rows}
        wantsCosts={isShown("cost")}
        wantsFeedback={!compact && (isShown("feedback") || feedback.some(isShown))}
      >
        <SplitPanel
          id="call-peek"
          label="Call width"
          sized="end"
          defaultWidth={peekWidth}
          start={shown}
          end={compact || !preview ? undefined : preview}
        />
        {compact && preview && <PeekSheet onClose={() => peek.onChange(null)}>{preview}</PeekSheet>}
      </CallExtrasProvider>
      {exporting && (
        <ExportDialog
          projectId={projectId}
          view={view}
          ids={exporting}
          columns={shownColumns}
          onClose={() => setExporting(undefined)}
        />
      )}
    </section>
  );
}

/** The page that creates an annotation queue from the calls of a view. */
function queueOf(projectId: string, { q, from, to, range, roots }: CallsView): string {
  const chosen = Object.entries({ q, from, to, range, roots: roots ? null : "false" });
  return newQueuePath(projectId, Object.fromEntries(chosen.flatMap(([name, value]) => (value ? [[name, value]] : []))));
}
