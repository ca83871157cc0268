"use client";

import { useQuery } from "@tanstack/react-query";
import { Table2 } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { readAnyRef, versionRef } from "@/lib/contract/refs";
import { listed } from "@/lib/experiment/new-experiment";
import { tablePath } from "@/lib/format/address";
import { counted, formatCount } from "@/lib/format/number";
import { shortenMiddle } from "@/lib/format/shorten";
import { objectVersion } from "@/lib/queries/objects";
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
    const { object_id: name, digest: version } = dataset ?? {};
    const named = name !== undefined && version !== undefined;
    onChange({
      table: digest,
      dataset: named ? versionRef(projectId, { kind: "object", name, digest: version }) : "",
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
            <TableName projectId={projectId} table={fields.table} dataset={fields.dataset} />
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

function TableName({ projectId, table, dataset }: { projectId: string; table: string; dataset: string }) {
  const ref = readAnyRef(dataset);
  const { name, digest } = ref && "name" in ref ? ref : { name: "", digest: "" };
  const { data: version } = useQuery({ ...objectVersion({ projectId, name, digest }), enabled: name !== "" });
  if (table === "") return null;
  return (
    <Link
      href={tablePath(projectId, table)}
      className="min-w-0 truncate font-medium hover:underline"
      title={name || table}
    >
      {name === "" ? <code className="text-meta">{shortenMiddle(table, 24)}</code> : <bdi>{name}</bdi>}
      {version && <span className="font-normal text-muted"> v{version.version_index}</span>}
    </Link>
  );
}
