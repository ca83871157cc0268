"use client";

import { GraduationCap, ListChecks, Tags } from "lucide-react";
import Link from "next/link";
import { useMemo, useRef, useState } from "react";

import type { Sort } from "@/components/data-table/column";
import { ColumnsMenu } from "@/components/data-table/columns-menu";
import type { DataTableHandle } from "@/components/data-table/data-table";
import { ListScreen } from "@/components/data-table/list-screen";
import { SortMenu } from "@/components/data-table/sort-menu";
import { useCompact } from "@/components/data-table/use-compact";
import { useDataTable } from "@/components/data-table/use-data-table";
import { refHref } from "@/components/json/ref-href";
import { Button, buttonClass } from "@/components/ui/button";
import { MissingExtension } from "@/components/ui/missing-extension";
import { useShortcuts } from "@/components/ui/shortcuts";
import { SplitPanel } from "@/components/ui/split-panel";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { annotationsPath, feedbackPath, newTrainingPath, projectPath, queuesPath } from "@/lib/format/address";
import { formatCount } from "@/lib/format/number";
import { feedbackSorts } from "@/lib/filter/feedback-view";

import { NewSpec } from "../annotate/new-spec";
import { useFeedbackRights } from "../use-feedback-rights";
import { feedbackColumns, type ListedFeedback } from "./columns";
import { Distribution } from "./distribution";
import { ExportMenu } from "./export-menu";
import { FeedbackFilters, searchId } from "./feedback-filters";
import { FeedbackPeek } from "./feedback-peek";
import { NoFeedback } from "./no-feedback";
import { useFeedbackRows } from "./use-feedback-rows";
import { useFeedbackView } from "./use-feedback-view";
import { useRemoveListed } from "./use-remove-listed";

const peekWidth = 420;
const hrefOf = ({ core_ref: ref }: ListedFeedback) => (ref === undefined ? undefined : refHref(ref));

/** All feedback of a project: charts over time, and every record. */
export function FeedbackList({ projectId, serviceUrl }: { projectId: string; serviceUrl: string }) {
  const [view, change] = useFeedbackView();
  const params = useMemo(() => ({ projectId, view }), [projectId, view]);
  const { list, rows, count, isOldCount, isBehind, refresh, setAtTop } = useFeedbackRows(params);
  const { mayRemove } = useFeedbackRights(projectId);
  const remove = useRemoveListed(projectId);
  const compact = useCompact();
  const grid = useRef<DataTableHandle>(null);
  const [peekedId, setPeeked] = useState<string | null>(null);
  const columns = useMemo(() => feedbackColumns({ mayRemove, onRemove: remove }), [mayRemove, remove]);
  const table = useDataTable({ id: "feedback", columns, rows, rowId: ({ id = "" }) => id });
  const peeked = compact ? undefined : rows.find(({ id }) => id === peekedId);
  useShortcuts("Filter", [
    { keys: "/", description: "Find in feedback", run: () => document.getElementById(searchId)?.focus() },
  ]);
  const sort = { id: view.sort.by, direction: view.sort.direction };
  const changeSort = ({ id, direction }: Sort) => {
    const by = feedbackSorts.find((field) => field === id);
    if (by) change({ sort: { by, direction } });
  };
  if (isMissingEndpoint(list.error))
    return <MissingExtension lacks="list feedback" endpoint="feedbackQuery" under={projectPath(projectId)} />;
  return (
    <section aria-label="Feedback" className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
        <h1 className="sr-only">Feedback</h1>
        <FeedbackFilters params={params} onChange={change} />
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <span role="status" aria-busy={isOldCount} className="text-meta text-muted tabular-nums aria-busy:opacity-50">
            {formatCount(count)} {count === 1 ? "record" : "records"}
          </span>
          <SortMenu table={table} sort={sort} onSortChange={changeSort} />
          <ColumnsMenu table={table} />
          <Link href={queuesPath(projectId)} className={buttonClass()}>
            <ListChecks aria-hidden className="size-3.5" />
            Queues
          </Link>
          <Link href={annotationsPath(projectId)} className={buttonClass()}>
            <Tags aria-hidden className="size-3.5" />
            Annotations
          </Link>
          <Link href={trainingOf(projectId, view.type)} title="Use this feedback as rewards" className={buttonClass()}>
            <GraduationCap aria-hidden className="size-3.5" />
            Train on feedback
          </Link>
          <NewSpec projectId={projectId} />
          <ExportMenu params={params} count={isOldCount ? undefined : count} />
        </div>
      </div>
      {rows.length > 0 && (
        <div className="border-b border-line">
          <Distribution params={params} onChange={change} />
        </div>
      )}
      <SplitPanel
        id="feedback-peek"
        label="Preview width"
        sized="end"
        defaultWidth={peekWidth}
        start={
          <ListScreen
            ref={grid}
            table={table}
            label="Feedback"
            list={list}
            rowHref={(row) => hrefOf(row) ?? feedbackPath(projectId)}
            sort={sort}
            onSortChange={changeSort}
            onTopChange={setAtTop}
            peek={{ id: peekedId, onChange: setPeeked }}
            empty={<NoFeedback projectId={projectId} serviceUrl={serviceUrl} view={view} onChange={change} />}
            above={
              isBehind && (
                <Button
                  size="small"
                  variant="primary"
                  className="absolute top-8 left-1/2 z-10 -translate-x-1/2"
                  onClick={() => {
                    refresh();
                    grid.current?.scrollToTop();
                  }}
                >
                  Show new feedback
                </Button>
              )
            }
          />
        }
        end={
          peeked && (
            <FeedbackPeek
              row={peeked}
              href={hrefOf(peeked)}
              onRemove={
                mayRemove(peeked)
                  ? () => {
                      setPeeked(null);
                      remove(peeked);
                    }
                  : undefined
              }
              onClose={() => setPeeked(null)}
            />
          )
        }
      />
    </section>
  );
}

/** The page that creates a job from the calls with feedback of a type; of any type where none is selected. */
function trainingOf(projectId: string, type: string): string {
  return newTrainingPath(projectId, { source: "calls", ...(type === "" ? { roots: "false" } : { feedback: type }) });
}
