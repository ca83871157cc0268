import type { ReactNode } from "react";

import { JsonNode } from "@/lib/json/node";
import type { ColumnProfile } from "@/lib/contract/tables";
import { withMinus } from "@/lib/format/minus";
import { formatCount, formatPercent } from "@/lib/format/number";
import { numberText } from "@/lib/format/number-text";
import { cellText } from "@/lib/table/columns";

import { Histogram } from "./histogram";

const VALUE_CHARS = 60;

interface ColumnCardProps {
  column: ColumnProfile;
  /** Number of rows read. */
  rows: number;
}

/** The profile of one column: kinds, missing and distinct values, and their distribution. */
export function ColumnCard({ column, rows }: ColumnCardProps) {
  const { path, kinds, missing, distinct, numbers, chars, common } = column;
  const name = path === "" ? "Whole row" : path;
  const present = rows - missing;
  return (
    <li className="grid min-w-0 content-start gap-1 border-t border-line py-3">
      <h2 title={name} className="truncate font-medium">
        <bdi>{name}</bdi> <span className="font-normal text-muted">{kindWords(kinds)}</span>
      </h2>
      <dl className="flex flex-wrap gap-x-4 text-meta">
        <Fact term="Missing">
          {formatCount(missing)} <span className="text-muted">({formatPercent(rows === 0 ? 0 : missing / rows)})</span>
        </Fact>
        <Fact term="Distinct values">{formatCount(distinct)}</Fact>
        {numbers && (
          <>
            <Fact term="Range">
              {withMinus(numbers.min.text)} … {withMinus(numbers.max.text)}
            </Fact>
            {numbers.mean !== undefined && <Fact term="Mean">{numberText(numbers.mean)}</Fact>}
          </>
        )}
        {chars && (
          <Fact term="Characters">
            {formatCount(chars.min)} … {formatCount(chars.max)}
          </Fact>
        )}
      </dl>
      {numbers && numbers.histogram.length > 1 && (
        <Histogram label={`Distribution of ${name}`} ranges={numbers.histogram} max={Number(numbers.max.text)} />
      )}
      {!numbers && common.length > 0 && (
        <ol aria-label={`Most common values of ${name}`} className="grid gap-0.5 text-meta">
          {common.map(({ val, count }) => (
            <li key={val.text} className="relative flex min-w-0 items-center gap-2 px-1.5">
              <span
                aria-hidden
                style={{ width: `${(count / Math.max(1, present)) * 100}%` }}
                className="absolute inset-y-0 left-0 rounded-[3px] bg-accent-soft"
              />
              <bdi className="relative min-w-0 flex-1 truncate">{cellText(JsonNode.parse(val), VALUE_CHARS)}</bdi>
              <span className="relative text-muted tabular-nums">{formatCount(count)}</span>
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 gap-1">
      <dt className="shrink-0 text-muted">{term}</dt>
      <dd className="min-w-0 wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

const kindNames = [
  ["string", "text"],
  ["number", "number"],
  ["boolean", "true or false"],
  ["array", "list"],
  ["object", "object"],
] as const;

function kindWords(kinds: ColumnProfile["kinds"]): string {
  const met = kindNames.flatMap(([kind, word]) => {
    const count = kinds[kind];
    return count ? [{ word, count }] : [];
  });
  const words = met.toSorted((a, b) => b.count - a.count);
  return words.map(({ word, count }) => (words.length > 1 ? `${word} ${formatCount(count)}` : word)).join(", ");
}
