"use client";

import { ChartNoAxesCombined, GraduationCap, ListChecks, Tags } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { ColumnsMenu } from "@/components/data-table/columns-menu";
import { ListScreen } from "@/components/data-table/list-screen";
import { SortMenu } from "@/components/data-table/sort-menu";
import { useCompact } from "@/components/data-table/use-compact";
import { useDataTable } from "@/components/data-table/use-data-table";
import { useLiveList } from "@/components/data-table/use-live-list";
import { refHref } from "@/components/json/ref-href";
import { buttonClass } from "@/components/ui/button";
import { MissingExtension } from "@/components/ui/missing-extension";
import { useShortcuts } from "@/components/ui/shortcuts";
import { Skeleton } from "@/components/ui/skeleton";
import { SplitPanel } from "@/components/ui/split-panel";
import { usePeekParam } from "@/components/ui/use-peek-param";
import { isMissingEndpoint } from "@/lib/client/api-error";
import {
  annotationsPath,
  feedbackAnalysisPath,
  feedbackPath,
  newTrainingPath,
  projectPath,
  queuesPath,
  withSearch,
} from "@/lib/format/address";
import { counted } from "@/lib/format/number";
import { feedbackSorts } from "@/lib/filter/feedback-view";
import { feedbackCount } from "@/lib/queries/feedback-list";
import { liveFeedback, liveFeedbackList } from "@/lib/queries/live-feedback";
import { useFollowing } from "@/lib/queries/use-following";

import { useFeedbackRights } from "../use-feedback-rights";
import { feedbackColumns, type ListedFeedback } from "./columns";
import { Distribution } from "./distribution";
import { ExportMenu } from "./export-menu";
import { FeedbackFilters, searchId } from "./feedback-filters";
import { NoFeedback } from "./no-feedback";
import { useFeedbackView } from "./use-feedback-view";
import { useRemoveListed } from "./use-remove-listed";
import { useSubjectCalls } from "./use-subject-calls";

const FeedbackPeek = dynamic(async () => (await import("./feedback-peek")).FeedbackPeek, {
  ssr: false,
  loading: () => <Skeleton className="m-4 w-1/2" />,
});

const peekWidth = 420;
const hrefOf = ({ core_ref: ref }: ListedFeedback) => (ref === undefined ? undefined : refHref(ref));

/** All feedback of a project: charts over time, and every record. */
export function FeedbackList({ projectId, serviceUrl }: { projectId: string; serviceUrl: string }) {
  const [view, change] = useFeedbackView();
  const params = useMemo(() => ({ projectId, view }), [projectId, view]);
  const { list, rows, newRows } = useLiveList(liveFeedbackList(params));
  const { data: live } = useQuery(liveFeedback(params));
  const { data: count, isPlaceholderData: isOldCount } = useFollowing(feedbackCount(params), live?.latest);
  const { mayRemove } = useFeedbackRights(projectId);
  const remove = useRemoveListed(projectId);
  const compact = useCompact();
  const [peekedId, setPeeked] = usePeekParam("peek");
  const subjects = useMemo(() => rows.map(({ core_ref: ref }) => ref), [rows]);
  const callAt = useSubjectCalls(projectId, subjects);
  const columns = useMemo(() => feedbackColumns({ callAt, mayRemove, onRemove: remove }), [callAt, mayRemove, remove]);
  const table = useDataTable({
    id: "feedback",
    columns,
    rows,
    rowId: ({ id = "" }) => id,
    sort: { id: view.sort.by, direction: view.sort.direction },
    onSortChange: ({ id, direction }) => {
      const by = feedbackSorts.find((field) => field === id);
      if (by) change({ sort: { by, direction } });
    },
  });
  const peeked = compact ? undefined : rows.find(({ id }) => id === peekedId);
  useShortcuts("Filter", [
    { keys: "/", description: "Search feedback", run: () => document.getElementById(searchId)?.focus() },
  ]);
  if (isMissingEndpoint(list.error))
    return <MissingExtension lacks="list feedback" endpoint="feedbackQuery" under={projectPath(projectId)} />;
  return (
    <section aria-label="Feedback" className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
        <h1 className="sr-only">Feedback</h1>
        <FeedbackFilters params={params} onChange={change} />
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <span role="status" aria-busy={isOldCount} className="text-meta text-muted tabular-nums aria-busy:opacity-50">
            {counted(count, "record")}
          </span>
          <SortMenu table={table} />
          <ColumnsMenu table={table} />
          <Link href={analysisOf(projectId, view.type)} className={buttonClass()}>
            <ChartNoAxesCombined aria-hidden className="size-3.5" />
            Analysis
          </Link>
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
            table={table}
            label="Feedback"
            list={list}
            rowHref={(row) => hrefOf(row) ?? feedbackPath(projectId)}
            peek={{ id: peekedId, onChange: setPeeked }}
            empty={<NoFeedback projectId={projectId} serviceUrl={serviceUrl} view={view} onChange={change} />}
            newRows={{ ...newRows, noun: "record" }}
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

const analysisOf = (projectId: string, type: string) =>
  withSearch(feedbackAnalysisPath(projectId), { type: type || undefined });

/** The page that creates a job from the calls with feedback of a type; of any type if none is selected. */
function trainingOf(projectId: string, type: string): string {
  return newTrainingPath(projectId, { source: "calls", ...(type === "" ? { roots: "false" } : { feedback: type }) });
}
