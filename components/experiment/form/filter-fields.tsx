"use client";

import { Field } from "@/components/ui/field";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { NAME_CHARS } from "@/lib/contract/limits";
import { counted, formatCount } from "@/lib/format/number";

import type { FormFields } from "./form-fields";
import type { MatchingRows } from "./use-matching-rows";

const comparisons = [
  { value: "contains", label: "contains" },
  { value: "equals", label: "equals" },
];

interface FilterFieldsProps extends Omit<FormFields, "projectId"> {
  /** Of the table; undefined while unknown. */
  columns: readonly string[] | undefined;
  /** Rows of the table; undefined while unknown. */
  count: number | undefined;
  matching: MatchingRows;
}

/** The condition on one column that selects the rows to run, and how many meet it. */
export function FilterFields({ fields, problems, columns = [], count, matching, onChange }: FilterFieldsProps) {
  const { filterColumn: column, comparison, filterText: text } = fields;
  const isKnown = column === "" || columns.includes(column);
  const options = [
    ...(column === "" ? [{ value: "", label: "Choose a column" }] : []),
    ...(isKnown ? columns : [column, ...columns]).map((one) => ({ value: one, label: one })),
  ];
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-start gap-3">
        <Field label="Column" error={problems.filterColumn}>
          {(control) => (
            <Select
              {...control}
              options={options}
              value={column}
              onValueChange={(filterColumn) => onChange({ filterColumn })}
              className="max-w-56"
            />
          )}
        </Field>
        <Field label="Comparison">
          {(control) => (
            <Select
              {...control}
              options={comparisons}
              value={comparison}
              onValueChange={(next) => onChange({ comparison: next })}
            />
          )}
        </Field>
        <div className="min-w-40 flex-1">
          <Field label="Text" hint={hints[comparison]} error={problems.filterText}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                maxLength={NAME_CHARS}
                value={text}
                onChange={(event) => onChange({ filterText: event.target.value })}
              />
            )}
          </Field>
        </div>
      </div>
      {matching.error ? (
        <InlineBanner tone="error">Could not read the rows: {matching.error.message}</InlineBanner>
      ) : (
        <p role="status" className="text-meta text-muted tabular-nums">
          {matchWords(matching, count)}
        </p>
      )}
    </div>
  );
}

const hints: Readonly<Record<string, string>> = {
  contains: "Ignoring case",
  equals: "Exactly; values other than text as JSON",
};

function matchWords({ digests, compared, isReading }: MatchingRows, count: number | undefined): string {
  if (isReading) return "Reading the rows";
  if (!digests || compared === undefined) return "";
  const found = `${formatCount(digests.length)} of ${counted(compared, "row")} ${digests.length === 1 ? "matches" : "match"}`;
  if (count === undefined || compared >= count) return `${found}.`;
  return `${found}. Only the first ${formatCount(compared)} of ${formatCount(count)} rows are searched.`;
}
