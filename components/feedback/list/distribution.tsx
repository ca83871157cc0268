"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { Chart } from "@/components/charts/chart";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { useSettled } from "@/components/ui/use-settled";
import { useTimeZone } from "@/components/ui/use-time-zone";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { toTimestamp } from "@/lib/contract/time";
import { lastBefore } from "@/lib/filter/time-range";
import { typeWords } from "@/lib/format/feedback-words";
import { counted, formatCount, formatPercent } from "@/lib/format/number";
import { feedbackOverTime, type FeedbackListParams } from "@/lib/queries/feedback-list";
import { liveFeedback } from "@/lib/queries/live-feedback";
import { useFollowing } from "@/lib/queries/use-following";

import { countChart, meanChart, numbersOf, type Share, sharesOf } from "./distribution-data";
import { shortNumber } from "./range-words";
import type { ChangeFeedbackView } from "./use-feedback-view";

const chartPx = 104;
const sharesShown = 10;

const formatMean = (value: number) => shortNumber(value);

/** Charts of the listed feedback over time and in total: by type, and by value once a type is selected. */
export function Distribution({ params, onChange }: { params: FeedbackListParams; onChange: ChangeFeedbackView }) {
  const zone = useTimeZone();
  const { data: live } = useQuery(liveFeedback(params));
  const { data: read, error, isPlaceholderData } = useFollowing(feedbackOverTime({ ...params, zone }), live?.latest);
  const next = useMemo(() => ({ data: read, view: params.view }), [read, params.view]);
  const {
    shown: { data, view },
    isOld,
  } = useSettled(next, !isPlaceholderData);
  if (error) {
    const isMissing = isMissingEndpoint(error);
    return (
      <p className="px-4 py-2 text-meta text-muted">
        {isMissing
          ? "No charts: this service does not count feedback (it has no /feedback/query_stats)."
          : `Could not load the charts: ${error.message}`}
      </p>
    );
  }
  if (data === null) return undefined;
  if (!data) return <Skeleton className="mx-4 my-2 h-32" />;
  const { type, value } = view;
  const by = type === "" ? "type" : "value";
  const means = type === "" ? undefined : meanChart(data);
  const numbers = numbersOf(data.stats ?? []);
  const zoom = (from: number, to: number) =>
    onChange({ from: toTimestamp(from), to: lastBefore(toTimestamp(to)), range: null });
  const choose = ({ key = "" }: Share) =>
    onChange(by === "type" ? { type: key, value: "" } : { value: key === value ? "" : key });
  return (
    <div
      aria-busy={isOld}
      className="grid gap-x-6 gap-y-2 px-4 pt-1 pb-2 aria-busy:opacity-50 sm:grid-cols-[minmax(0,1fr)_280px]"
    >
      <div className="grid gap-2">
        <Chart
          label={type === "" ? "Feedback by type" : typeWords(type)}
          height={chartPx}
          sync="feedback"
          onZoom={zoom}
          format={formatCount}
          data={countChart(data, by)}
        />
        {means && numbers && (
          <Chart
            label="Mean"
            height={chartPx / 2 + 16}
            sync="feedback"
            onZoom={zoom}
            format={formatMean}
            summary={
              <span className="tabular-nums">
                {formatMean(numbers.mean)} overall, min {formatMean(numbers.min)}, max {formatMean(numbers.max)}
              </span>
            }
            data={means}
          />
        )}
      </div>
      <Shares shares={sharesOf(data, by)} chosen={value} by={by} onChoose={choose} />
    </div>
  );
}

interface SharesProps {
  shares: readonly Share[];
  chosen: string;
  by: "type" | "value";
  onChoose: (share: Share) => void;
}

/** Counts of each type or value; a click filters the list by it. */
function Shares({ shares, chosen, by, onChoose }: SharesProps) {
  const all = shares.reduce((sum, { count }) => sum + count, 0);
  const remaining = shares.slice(sharesShown).reduce((sum, { count }) => sum + count, 0);
  return (
    <ul aria-label={by === "type" ? "Types" : "Values"} className="grid content-start gap-px self-start pt-1 text-meta">
      {shares.slice(0, sharesShown).map((share) => (
        <li key={share.id}>
          <button
            type="button"
            disabled={share.key === undefined}
            aria-pressed={by === "value" && share.key === chosen}
            title={by === "type" ? share.key : share.label}
            onClick={() => onChoose(share)}
            className={cn(
              "relative flex h-6 w-full items-center gap-2 rounded-control px-2 text-left",
              share.key !== undefined && "hover:bg-hover aria-pressed:bg-selected",
            )}
          >
            <span
              aria-hidden
              style={{ width: `${(share.count / all) * 100}%`, background: share.color }}
              className="absolute inset-y-0.5 left-0 rounded-[3px] opacity-20"
            />
            <bdi className="relative min-w-0 flex-1 truncate">{share.label}</bdi>
            <span className="relative tabular-nums">{formatCount(share.count)}</span>
            <span className="relative w-11 text-right tabular-nums">{formatPercent(share.count / all)}</span>
          </button>
        </li>
      ))}
      {remaining > 0 && (
        <li className="flex h-6 items-center px-2 text-muted">
          {counted(shares.length - sharesShown, `more ${by}`)}, {counted(remaining, "record")}
        </li>
      )}
    </ul>
  );
}
