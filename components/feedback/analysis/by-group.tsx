"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useMemo } from "react";

import { Chart } from "@/components/charts/chart";
import type { ChartData } from "@/components/charts/chart-data";
import { ErrorState } from "@/components/ui/error-state";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { useSettled } from "@/components/ui/use-settled";
import { useTimeZone } from "@/components/ui/use-time-zone";
import { isMissingEndpoint } from "@/lib/client/api-error";
import type { TimeStats } from "@/lib/contract/call-stats";
import {
  type FeedbackGroup,
  feedbackGroups,
  groupKey,
  meansByTime,
  sharesByTime,
  valuesOf,
} from "@/lib/feedback/by-group";
import { dashboardsPath } from "@/lib/format/address";
import { distinctColors, paletteColor } from "@/lib/format/category-color";
import { typeWords } from "@/lib/format/feedback-words";
import { counted, formatCount, formatPercent } from "@/lib/format/number";
import { type AnalyzedFeedback, feedbackByGroup, type FeedbackGrouping } from "@/lib/queries/feedback-analysis";

import { shortNumber } from "../list/range-words";
import { groupingWords } from "./analysis-params";
import { groupHref, groupWords } from "./group-words";

const chartPx = 168;
const linesShown = 6;
const valuesShown = 6;
const formatNumber = (value: number) => shortNumber(value);

interface ByGroupProps extends AnalyzedFeedback {
  by: FeedbackGrouping;
  /** The value whose share is drawn; empty for the most frequent one. */
  value: string;
  onValue: (value: string) => void;
}

/** A type's feedback by a field of the calls that it is on: over time, and in total. */
export function ByGroup({ projectId, type: nextType, range, by: nextBy, value, onValue }: ByGroupProps) {
  const zone = useTimeZone();
  const query = feedbackByGroup({ projectId, type: nextType, range, by: nextBy, zone });
  const { data: read, error, isPlaceholderData, refetch, isFetching } = useQuery(query);
  const next = useMemo(() => ({ data: read, type: nextType, by: nextBy }), [read, nextType, nextBy]);
  const {
    shown: { data, type, by },
    isOld,
  } = useSettled(next, !isPlaceholderData);
  if (isMissingEndpoint(error))
    return (
      <p className="px-4 py-3 text-muted">
        This service does not count feedback by {groupingWords[by]} (it has no <code>/calls/stats</code>).
      </p>
    );
  if (error && !data)
    return <ErrorState title={error.message} error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <Skeleton className="mx-4 my-2 h-64" />;
  const { stats, byValue, given } = data;
  const groups = feedbackGroups(stats, byValue);
  const onCalls = groups.reduce((sum, { count }) => sum + count, 0);
  const values = valuesOf(groups);
  const drawn = values.includes(value) ? value : values[0];
  const leftOut = given.count - onCalls;
  const heading = `${typeWords(type)} by ${groupingWords[by]}`;
  return (
    <section aria-label={heading} aria-busy={isOld} className="grid gap-2 px-4 pt-2 aria-busy:opacity-50">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-section font-semibold">{heading}</h2>
        <p className="text-meta text-muted tabular-nums">
          {counted(onCalls, "record")} on calls
          {leftOut > 0 && `; ${counted(leftOut, "other record")} on objects, threads or deleted calls left out`}
        </p>
        {drawn !== undefined && byValue && (
          <Select
            aria-label="Value drawn"
            options={values.map((one) => ({ value: one, label: one === "" ? "(empty)" : one }))}
            value={drawn}
            onValueChange={onValue}
            className="ml-auto max-w-48"
          />
        )}
      </div>
      {groups.length === 0 ? (
        <p className="py-4 text-muted">No feedback of this type was given on calls in this range.</p>
      ) : (
        <>
          <OverTime stats={stats} byValue={byValue} groups={groups} by={by} value={drawn} />
          <GroupTable projectId={projectId} groups={groups} by={by} values={values} />
          {by === "version" && groups.some(({ of }) => of && of["version"] === undefined) && (
            <p className="max-w-prose text-meta text-muted">
              Weave&apos;s SDKs give every op a version, the digest of its code. Calls of other SDKs have none: to
              compare their releases, group a{" "}
              <Link href={dashboardsPath(projectId)} className="underline">
                dashboard
              </Link>
              &apos;s chart by an attribute, such as <code>service.version</code>.
            </p>
          )}
        </>
      )}
    </section>
  );
}

interface OverTimeProps {
  stats: TimeStats;
  byValue: TimeStats | undefined;
  groups: readonly FeedbackGroup[];
  by: FeedbackGrouping;
  value: string | undefined;
}

/** The mean, or the share of a value, of the largest groups over time. */
function OverTime({ stats, byValue, groups, by, value }: OverTimeProps) {
  const largest = groups.filter(({ of }) => of !== undefined).slice(0, linesShown);
  const isShare = byValue !== undefined && value !== undefined;
  const data: ChartData = {
    starts: stats.buckets.map(({ start }) => Date.parse(start)),
    end: Date.parse(stats.buckets.at(-1)?.end ?? "1970-01-01T00:00:00Z"),
    series: largest.map(({ of = {} }, place) => ({
      label: groupWords({ of }, by),
      values: isShare ? sharesByTime(stats, byValue, of, value) : meansByTime(stats, of),
      color: paletteColor(place),
      look: "line",
    })),
  };
  return (
    <Chart
      label={isShare ? `Share of ${value === "" ? "(empty)" : value}` : "Mean"}
      height={chartPx}
      format={isShare ? formatPercent : formatNumber}
      data={data}
      summary={groups.length > largest.length && `the ${largest.length} ${groupingWords[by]}s with the most records`}
    />
  );
}

interface GroupTableProps {
  projectId: string;
  groups: readonly FeedbackGroup[];
  by: FeedbackGrouping;
  values: readonly string[];
}

function GroupTable({ projectId, groups, by, values }: GroupTableProps) {
  const colors = distinctColors(values);
  const hasNumbers = groups.some(({ numbers }) => numbers > 0);
  const hasRates = groups.some(({ rate }) => rate !== undefined);
  const hasValues = values.length > 0;
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-meta tabular-nums">
        <thead className="text-muted">
          <tr className="border-b border-line">
            <th scope="col" className="px-2 py-1 text-left font-normal first-letter:uppercase">
              {groupingWords[by]}
            </th>
            <th scope="col" className="px-2 py-1 text-right font-normal">
              Records
            </th>
            {hasNumbers && (
              <th scope="col" className="px-2 py-1 text-right font-normal">
                Mean
              </th>
            )}
            {hasRates && (
              <th scope="col" className="px-2 py-1 text-right font-normal">
                True
              </th>
            )}
            {hasValues && (
              <th scope="col" className="w-1/2 px-2 py-1 text-left font-normal">
                Values
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => {
            const name = groupWords(group, by);
            const href = groupHref(projectId, group, by);
            return (
              <tr key={group.of ? groupKey(group.of) : "others"} className="border-b border-line hover:bg-hover">
                <th scope="row" className="max-w-72 min-w-32 truncate px-2 py-1 text-left font-normal" title={name}>
                  {href === undefined ? (
                    <span className="text-muted">{name}</span>
                  ) : (
                    <Link href={href} prefetch={false} className="hover:underline">
                      <bdi>{name}</bdi>
                    </Link>
                  )}
                </th>
                <td className="px-2 py-1 text-right">{formatCount(group.count)}</td>
                {hasNumbers && (
                  <td className="px-2 py-1 text-right whitespace-nowrap">
                    {group.mean === undefined ? "—" : shortNumber(group.mean)}
                    {group.numbers < group.count && (
                      <span className="text-muted"> of {counted(group.numbers, "number")}</span>
                    )}
                  </td>
                )}
                {hasRates && <td className="px-2 py-1 text-right">{formatPercent(group.rate)}</td>}
                {hasValues && (
                  <td className="px-2 py-1">
                    <Shares group={group} colorOf={(value) => colors.get(value) ?? "var(--faint)"} />
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The most frequent values of a group as one bar and as text. */
function Shares({ group, colorOf }: { group: FeedbackGroup; colorOf: (value: string) => string }) {
  const shown = group.values.slice(0, valuesShown);
  const rest = group.count - shown.reduce((sum, { count }) => sum + count, 0);
  if (group.of === undefined) return <span className="text-muted">not counted by value</span>;
  return (
    <div className="grid gap-1">
      <div aria-hidden className="flex h-1.5 overflow-hidden rounded-[3px] bg-line">
        {shown.map(({ value, count }) => (
          <span
            key={value ?? "none"}
            style={{
              width: `${(count / group.count) * 100}%`,
              background: value === undefined ? "var(--control)" : colorOf(value),
            }}
          />
        ))}
      </div>
      <span className="flex flex-wrap gap-x-3 text-muted">
        {shown.map(({ value, count }) => (
          <span key={value ?? "none"} className="whitespace-nowrap">
            <bdi className="inline-block max-w-40 truncate align-bottom text-ink" title={value}>
              {value === undefined ? "no value" : value === "" ? "(empty)" : value}
            </bdi>{" "}
            {formatCount(count)} ({formatPercent(count / group.count)})
          </span>
        ))}
        {rest > 0 && <span>{formatCount(rest)} with other values</span>}
      </span>
    </div>
  );
}
