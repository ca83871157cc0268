"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useMemo } from "react";

import { ErrorState } from "@/components/ui/error-state";
import { MissingExtension } from "@/components/ui/missing-extension";
import { Skeleton } from "@/components/ui/skeleton";
import { useSettled } from "@/components/ui/use-settled";
import { isMissingEndpoint } from "@/lib/client/api-error";
import type { ComparedSide, FeedbackComparison } from "@/lib/contract/feedback-comparison";
import { labelScores, macroF1 } from "@/lib/feedback/f1";
import { shareInterval } from "@/lib/feedback/share-interval";
import { readThumbs } from "@/lib/feedback/thumbs";
import { valuedCallsPath } from "@/lib/filter/valued-calls";
import { projectPath } from "@/lib/format/address";
import { typeWords } from "@/lib/format/feedback-words";
import { counted, formatCount, formatDecimal, formatPercent } from "@/lib/format/number";
import { type AnalyzedFeedback, feedbackComparison } from "@/lib/queries/feedback-analysis";

import { agreementWords } from "../queue/agreement-rows";
import { Matrix } from "./matrix";
import { Scatter } from "./scatter";

// Few comparisons are with a judge.
const JudgeExamples = dynamic(async () => (await import("./examples/judge-examples")).JudgeExamples, { ssr: false });

/** Types of the scores of programs and scorers. */
const RUNNABLE = /^(?:core|wandb)\.runnable\./;
/** Sides with more different values than this are compared as numbers only. */
const MATRIX_VALUES = 50;

interface ComparisonProps extends AnalyzedFeedback {
  /** The type to compare with, which is the reference. */
  other: string;
}

/** Two types of feedback on the same subjects: how far they agree, or how they are correlated. */
export function Comparison({ projectId, type, other, range }: ComparisonProps) {
  const query = feedbackComparison({ projectId, type, other, range });
  const { data: read, error, isPlaceholderData, refetch, isFetching } = useQuery(query);
  const next = useMemo(
    () => ({
      data: read,
      thumbs: read && readThumbs(read),
      first: typeWords(type),
      second: typeWords(other),
      types: { type, other },
    }),
    [read, type, other],
  );
  const {
    shown: { data, thumbs, first, second, types },
    isOld,
  } = useSettled(next, !isPlaceholderData);
  if (isMissingEndpoint(error))
    return <MissingExtension lacks="compare feedback" endpoint="feedbackCompare" under={projectPath(projectId)} />;
  if (error && !data)
    return <ErrorState title={error.message} error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <Skeleton className="mx-4 my-2 h-64" />;
  const names = { first, second };
  const heading = `${first} compared with ${second}`;
  const hrefOf = (one: string, two: string) =>
    valuedCallsPath(projectId, [
      { type: types.type, value: one },
      { type: types.other, value: two },
    ]);
  const sides = judgedSides(types);
  const agreed = thumbs ?? data;
  const areNumbers = data.numbers.count > 0;
  const isMatrix = data.first.different <= MATRIX_VALUES && data.second.different <= MATRIX_VALUES;
  return (
    <section
      aria-label={heading}
      aria-busy={isOld}
      className="grid gap-3 border-b border-line px-4 pt-2 pb-4 aria-busy:opacity-50"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-section font-semibold">{heading}</h2>
          <p className="text-meta text-muted tabular-nums">
            {countWords(data, names)}
            {thumbs && ` ${thumbWords(data.count - thumbs.count)}`}
          </p>
        </div>
        {data.count > 0 && sides && (
          <JudgeExamples key={`${sides.type} ${sides.other}`} compared={{ projectId, range, ...sides }} />
        )}
      </div>
      {data.count > 0 && (
        <>
          <Coefficients comparison={agreed} names={names} />
          <div className="flex flex-wrap items-start gap-x-8 gap-y-4">
            {areNumbers && <Scatter numbers={data.numbers} names={names} />}
            {(isMatrix || !areNumbers) && <Matrix comparison={data} names={names} hrefOf={hrefOf} />}
            {shareValues(agreed) && <F1Table comparison={agreed} names={names} />}
          </div>
        </>
      )}
    </section>
  );
}

/** The type that a scorer may give and that of people; undefined if both or neither could be a scorer's. */
function judgedSides({ type, other }: { type: string; other: string }) {
  if (RUNNABLE.test(type) === RUNNABLE.test(other)) return undefined;
  return RUNNABLE.test(type) ? { type, other } : { type: other, other: type };
}

interface Names {
  first: string;
  second: string;
}

/** How many calls are compared, and what is left out. */
function countWords({ count, first, second }: FeedbackComparison, names: Names): string {
  const without = (side: ComparedSide, name: string) =>
    side.without_value > 0 ? [`${counted(side.without_value, "record")} of ${name} without a value`] : [];
  const left = [
    ...(first.alone > 0 ? [`${formatCount(first.alone)} with only ${names.first}`] : []),
    ...(second.alone > 0 ? [`${formatCount(second.alone)} with only ${names.second}`] : []),
    ...without(first, names.first),
    ...without(second, names.second),
  ];
  const both = count === 0 ? "Nothing has both" : `${counted(count, "call or object", "calls and objects")} with both`;
  return `${both}; the latest value of each counts.${left.length > 0 ? ` Left out: ${left.join(", ")}.` : ""}`;
}

/** How thumbs are read beside true and false, and how many subjects have another reaction. */
function thumbWords(others: number): string {
  const left = others > 0 ? `; ${counted(others, "other reaction")} not counted as either` : "";
  return `👍 counts as true and 👎 as false${left}.`;
}

/** Whether some value occurs on both sides, so that agreement has a meaning. */
function shareValues({ first, second }: FeedbackComparison): boolean {
  const values = new Set(first.values.map(({ value }) => value));
  return second.values.some(({ value }) => values.has(value));
}

function Coefficients({ comparison, names }: { comparison: FeedbackComparison; names: Names }) {
  const { count, same, kappa, numbers } = comparison;
  const f1 = macroF1(comparison);
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {shareValues(comparison) && (
        <>
          <Coefficient
            name="Same value"
            value={formatPercent(same / count)}
            note={`${formatCount(same)} of ${formatCount(count)}${intervalWords(same, count)}`}
          />
          {kappa !== undefined && (
            <Coefficient name="Cohen's kappa" value={formatDecimal(kappa, 2)} note={agreementWords(kappa)} />
          )}
          {f1 !== undefined && (
            <Coefficient name="Mean F1" value={formatDecimal(f1, 2)} note={`${names.second} as reference`} />
          )}
        </>
      )}
      {numbers.count > 0 && (
        <>
          <Coefficient name="Pearson" value={formatDecimal(numbers.pearson, 2)} note={numbersWords(comparison)} />
          <Coefficient name="Spearman" value={formatDecimal(numbers.spearman, 2)} note="by rank" />
        </>
      )}
    </dl>
  );
}

/** The 95% interval of a share. */
function intervalWords(having: number, count: number): string {
  const interval = shareInterval(having, count);
  return interval ? `, 95% interval ${formatPercent(interval.low)} to ${formatPercent(interval.high)}` : "";
}

function numbersWords({ count, numbers }: FeedbackComparison): string {
  return numbers.count === count
    ? `of ${counted(count, "pair")}`
    : `of the ${counted(numbers.count, "pair")} that are numbers`;
}

function Coefficient({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-meta text-muted">{name}</dt>
      <dd className="flex items-baseline gap-2">
        <span className="text-title font-semibold tabular-nums">{value}</span>
        <span className="text-meta text-muted tabular-nums">{note}</span>
      </dd>
    </div>
  );
}

const numberCell = "px-2 py-1 text-right";

/** Precision, recall and F1 by value. */
function F1Table({ comparison, names }: { comparison: FeedbackComparison; names: Names }) {
  return (
    <table className="text-meta tabular-nums">
      <caption className="pb-1 text-left text-muted">
        {names.first} as a prediction of {names.second}
      </caption>
      <thead className="text-muted">
        <tr className="border-b border-line">
          {["Value", "Precision", "Recall", "F1", "Expected"].map((title, place) => (
            <th key={title} scope="col" className={`px-2 py-1 font-normal ${place === 0 ? "text-left" : "text-right"}`}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {labelScores(comparison).map(({ value, precision, recall, f1, expected }) => (
          <tr key={value} className="border-b border-line">
            <th scope="row" className="max-w-48 truncate px-2 py-1 text-left font-normal" title={value}>
              <bdi>{value === "" ? "(empty)" : value}</bdi>
            </th>
            <td className={numberCell}>{formatDecimal(precision, 2)}</td>
            <td className={numberCell}>{formatDecimal(recall, 2)}</td>
            <td className={numberCell}>{formatDecimal(f1, 2)}</td>
            <td className={numberCell}>{formatCount(expected)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
