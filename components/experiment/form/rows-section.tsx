"use client";

import { Table2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";

import { refOfTable } from "@/components/pickers/ref-of-table";
import { TableName } from "@/components/pickers/table-name";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { listed } from "@/lib/experiment/new-experiment";
import { counted, formatCount } from "@/lib/format/number";
import type { ListedTable } from "@/lib/queries/tables";

import { FilterFields } from "./filter-fields";
import type { FormFields } from "./form-fields";
import { Section } from "./section";
import type { MatchingRows } from "./use-matching-rows";

const TableDialog = dynamic(async () => (await import("@/components/pickers/table-dialog")).TableDialog, {
  ssr: false,
});

interface RowsSectionProps extends FormFields {
  /** Rows of the table; undefined while unknown. */
  count: number | undefined;
  /** Why the table cannot be read. */
  error: Error | null;
  /** Columns of the table; undefined while unknown. */
  columns: readonly string[] | undefined;
  /** The rows that the filter selects. */
  matching: MatchingRows;
}

/** The table, and which of its rows are run. */
export function RowsSection({
  projectId,
  fields,
  problems,
  count,
  error,
  columns,
  matching,
  onChange,
}: RowsSectionProps) {
  const [isChoosing, setChoosing] = useState(false);
  const chosen = listed(fields.chosen).length;
  const ways = [
    { value: "all", label: count === undefined ? "All rows" : `All ${counted(count, "row")}` },
    { value: "sample", label: "A sample" },
    { value: "filter", label: "Rows that match a filter" },
    ...(chosen > 0 ? [{ value: "chosen", label: `${counted(chosen, "chosen row")}` }] : []),
  ];
  const choose = ({ digest, dataset }: ListedTable) => {
    setChoosing(false);
    onChange({
      table: digest,
      dataset: dataset ? refOfTable(projectId, { digest, dataset }) : "",
      // Rows and columns of another table mean nothing here.
      ...(digest !== fields.table && { rows: "all", chosen: "", filterColumn: "", columns: "{}", expected: "" }),
    });
  };
  return (
    <Section title="Rows">
      <Field
        label="Dataset or table"
        hint="The prompt is run once for each row."
        error={problems.table ?? (error ? `Could not read the table: ${error.message}` : undefined)}
      >
        {({ id: _named, ...control }) => (
          <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
            {fields.table !== "" && <TableName projectId={projectId} table={fields.table} dataset={fields.dataset} />}
            <Button {...control} icon={Table2} onClick={() => setChoosing(true)}>
              {fields.table === "" ? "Choose a table" : "Change table"}
            </Button>
          </span>
        )}
      </Field>
      <div className="flex flex-wrap items-start gap-3">
        <Field label="Rows to run" error={problems.rows}>
          {(control) => (
            <Select {...control} options={ways} value={fields.rows} onValueChange={(rows) => onChange({ rows })} />
          )}
        </Field>
        {fields.rows === "sample" && (
          <Field
            label="Rows of the sample"
            hint="The same rows in every experiment on this table."
            error={problems.sample}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                autoComplete="off"
                value={fields.sample}
                onChange={(event) => onChange({ sample: event.target.value })}
                className="w-28 tabular-nums"
              />
            )}
          </Field>
        )}
      </div>
      {fields.rows === "filter" && (
        <FilterFields
          fields={fields}
          problems={problems}
          columns={columns}
          count={count}
          matching={matching}
          onChange={onChange}
        />
      )}
      {isChoosing && (
        <TableDialog
          projectId={projectId}
          title="Choose the rows to run"
          description="Variables of the prompt get the values of the columns with their names. You can choose other columns afterwards."
          onChoose={choose}
          onClose={() => setChoosing(false)}
        />
      )}
      {count !== undefined && fields.rows === "sample" && Number(fields.sample) > count && (
        <p className="text-meta text-muted">The table has only {formatCount(count)}.</p>
      )}
    </Section>
  );
}
