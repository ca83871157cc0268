"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";

import { ScrollRegion } from "@/components/ui/scroll-region";
import { changeShare } from "@/lib/dashboard/chart-values";
import { type DayNumber, dayNumbers, type ScoreDays, scoreDays } from "@/lib/dashboard/day-numbers";
import { failuresPath } from "@/lib/filter/failing-traces";
import { valueText } from "@/lib/format/alert-words";
import { typeWords } from "@/lib/format/feedback-words";
import { formatCount, formatDecimal, formatPercent } from "@/lib/format/number";
import { projectDays } from "@/lib/queries/project-home";

import { HomeSection } from "./home-section";
import { meanWords } from "./mean-words";

/** The numbers of the last 24 hours, beside those of the 24 hours before and of the week. */
export function ProjectDays({ projectId }: { projectId: string }) {
  const query = useQuery(projectDays(projectId));
  const { data } = query;
  const scores = data ? scoreDays(data.feedback) : [];
  return (
    <>
      <HomeSection title="Last 24 hours" query={query}>
        <ul aria-label="Numbers of the last 24 hours" className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3">
          {data &&
            dayNumbers(data).map((number) => <NumberOfDay key={number.label} projectId={projectId} number={number} />)}
        </ul>
      </HomeSection>
      {scores.length > 0 && (
        <HomeSection title="Feedback" query={query}>
          <Scores scores={scores} />
        </HomeSection>
      )}
    </>
  );
}

const TENTHS = 10;

function NumberOfDay({ projectId, number }: { projectId: string; number: DayNumber }) {
  const { label, metric, day, before, week, failures } = number;
  const words = (value: number | undefined) => (value === undefined ? "—" : valueText(metric, value));
  const change = changeShare(day, before);
  return (
    <li className="min-w-0 tabular-nums">
      <p className="text-label text-muted">{label}</p>
      <p className="text-title font-semibold">
        {failures ? (
          <Link
            href={failuresPath(projectId, failures, { range: "24h" })}
            prefetch={false}
            aria-label={`${label}: ${words(day)}`}
            className="hover:underline"
          >
            {words(day)}
          </Link>
        ) : (
          words(day)
        )}
      </p>
      <p className="text-meta text-muted">
        24 h before: {words(before)}
        {change !== undefined && change !== 0 && ` (${change > 0 ? "+" : ""}${formatPercent(change)})`}
      </p>
      <p className="text-meta text-muted">
        7 days before:{" "}
        {words(metric.measure === "cost" || week === undefined ? week : Math.round(week * TENTHS) / TENTHS)}
        {metric.measure.startsWith("latency_") || week === undefined ? "" : " a day"}
      </p>
    </li>
  );
}

function Scores({ scores }: { scores: readonly ScoreDays[] }) {
  return (
    <ScrollRegion label="Feedback by type" className="max-h-64 overflow-auto">
      <table aria-label="Feedback by type" className="w-full text-meta tabular-nums">
        <thead className="sticky top-0 bg-page text-muted">
          <tr>
            {["Type", "Last 24 hours", "24 h before", "7 days before, a day"].map((word, place) => (
              <th
                key={word}
                scope="col"
                className={`py-1 pr-3 font-normal ${place === 0 ? "text-left" : "text-right"}`}
              >
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {scores.map(({ type, counts, means }) => (
            <tr key={type} className="border-t border-line">
              <th scope="row" title={type} className="py-1 pr-3 text-left font-normal wrap-anywhere">
                <bdi>{typeWords(type)}</bdi>
              </th>
              <td className="py-1 pr-3 text-right">{formatCount(counts.day) + meanWords(means.day)}</td>
              <td className="py-1 pr-3 text-right">{formatCount(counts.before) + meanWords(means.before)}</td>
              <td className="py-1 pr-3 text-right">{formatDecimal(counts.week, 1) + meanWords(means.week)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
