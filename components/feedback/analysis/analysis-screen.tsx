"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, ChartNoAxesCombined } from "lucide-react";
import dynamic from "next/dynamic";
import { useQueryStates } from "nuqs";

import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { MissingExtension } from "@/components/ui/missing-extension";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { projectPath } from "@/lib/format/address";
import { dayRanges, dayRangeWords } from "@/lib/format/day-ranges";
import { typeWords } from "@/lib/format/feedback-words";
import { feedbackGroupings } from "@/lib/queries/feedback-analysis";
import { feedbackTypes } from "@/lib/queries/feedback-list";

import { groupingWords, viewParams } from "./analysis-params";

// After the page, since they are drawn only once their data has arrived.
const loading = () => <Skeleton className="mx-4 my-2 h-64" />;
const ByGroup = dynamic(async () => (await import("./by-group")).ByGroup, { ssr: false, loading });
const Comparison = dynamic(async () => (await import("./comparison")).Comparison, { ssr: false, loading });

/** One type of feedback by model, op, version or user, and compared with another type. */
export function AnalysisScreen({ projectId }: { projectId: string }) {
  const [view, setView] = useQueryStates(viewParams, { history: "push" });
  const { data: types, error, refetch, isFetching } = useQuery(feedbackTypes(projectId));
  if (isMissingEndpoint(error))
    return <MissingExtension lacks="analyze feedback" endpoint="feedbackQueryStats" under={projectPath(projectId)} />;
  if (error && !types)
    return <ErrorState title={error.message} error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!types) return <Skeleton className="m-4 h-40" />;
  const known = [...types.keys()];
  const type = view.type || known[0];
  if (type === undefined)
    return (
      <EmptyState
        icon={ChartNoAxesCombined}
        title="No feedback to analyze yet"
        description="Once calls have reactions, answers to annotations or scores, they are compared here by model, op, version and user."
      />
    );
  const options = [...new Set([...known, type, ...(view.with === "" ? [] : [view.with])])].map((value) => ({
    value,
    label: typeWords(value),
  }));
  const others = options.filter(({ value }) => value !== type);
  const other = view.with === type ? "" : view.with;
  const analyzed = { projectId, type, range: view.range };
  return (
    <section aria-label="Feedback analysis" className="min-h-0 flex-1 overflow-auto pb-6">
      <header className="flex flex-wrap items-center gap-2 px-4 py-3">
        <h1 className="mr-auto text-title font-semibold">Feedback analysis</h1>
        <Select
          aria-label="Type"
          options={options}
          value={type}
          onValueChange={(next) => void setView({ type: next, value: "" })}
          className="max-w-48"
        />
        <Select
          aria-label="Group by"
          options={feedbackGroupings.map((value) => ({ value, label: `By ${groupingWords[value]}` }))}
          value={view.by}
          onValueChange={(by) => void setView({ by })}
        />
        <Select
          aria-label="Compare with"
          options={[
            { value: "", label: "Compare with…" },
            ...others.map(({ value, label }) => ({ value, label: `Compare with ${label}` })),
          ]}
          value={other}
          onValueChange={(next) => void setView({ with: next })}
          className="max-w-56"
        />
        {other !== "" && (
          <Button icon={ArrowLeftRight} onClick={() => void setView({ type: other, with: type, value: "" })}>
            Swap
          </Button>
        )}
        <Select
          aria-label="Range"
          options={dayRanges.map((value) => ({ value, label: dayRangeWords[value] }))}
          value={view.range}
          onValueChange={(range) => void setView({ range })}
        />
      </header>
      {other !== "" && <Comparison {...analyzed} other={other} />}
      <ByGroup {...analyzed} by={view.by} value={view.value} onValue={(value) => void setView({ value })} />
    </section>
  );
}
