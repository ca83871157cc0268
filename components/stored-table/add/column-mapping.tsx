"use client";

import { useId } from "react";

import { Badge } from "@/components/ui/badge";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import type { JsonText } from "@/lib/json/text";
import { repeatedNames } from "@/lib/table/match-columns";
import type { CallField } from "@/lib/table/call-row";

import { ValueCell } from "../page/value-cell";

/** The labels of a call's parts; a field of its inputs has its own name. */
const fieldWords: Readonly<Record<string, string>> = {
  inputs: "Inputs",
  output: "Output",
  expected_output: "Corrected output",
  attributes: "Attributes",
  exception: "Exception",
  op_name: "Op",
  started_at: "Start",
  ended_at: "End",
  call: "Ref of the call",
};

interface ColumnMappingProps {
  /** Undefined while the calls are being read. */
  fields: readonly CallField[] | undefined;
  names: ReadonlyMap<string, string>;
  onRename: (key: string, name: string) => void;
  /** The first row as it will be stored. */
  row: JsonText | undefined;
  /** The columns that the dataset has; undefined for a new one. */
  columns: readonly string[] | undefined;
  /** Whether the form was sent. */
  isTried: boolean;
  readOnly: boolean;
}

/** Which field of the calls is stored in which column, with the values of the first row. */
export function ColumnMapping({ fields, names, onRename, row, columns, isTried, readOnly }: ColumnMappingProps) {
  const listId = useId();
  const noteId = useId();
  const repeated = repeatedNames(names.values());
  const used = new Set(names.values());
  const empty = (columns ?? []).filter((column) => !used.has(column));
  const problem = mappingProblem(fields ?? [], names);
  if (!fields)
    return (
      <div role="status" aria-label="Reading the first calls" className="grid gap-2">
        <Skeleton className="w-1/2" />
        <Skeleton className="w-2/3" />
      </div>
    );
  return (
    <section aria-label="Columns and first row" className="grid gap-1">
      <div
        aria-hidden
        className="grid grid-cols-2 gap-2 text-meta font-medium sm:grid-cols-[8.5rem_11rem_minmax(0,1fr)]"
      >
        <span>Call</span>
        <span>Column</span>
        <span className="max-sm:hidden">First row</span>
      </div>
      <datalist id={listId}>
        {(columns ?? []).map((column) => (
          <option key={column}>{column}</option>
        ))}
      </datalist>
      <ul className="grid gap-1 max-sm:gap-2">
        {fields.map((field) => {
          const column = names.get(field.key) ?? field.name;
          const label = field.key === field.name ? (fieldWords[field.key] ?? field.name) : field.key;
          const isWrong = repeated.has(column) || isUnnamed(field, column);
          return (
            <li
              key={field.key}
              className="grid grid-cols-2 items-center gap-x-2 gap-y-0.5 text-meta sm:grid-cols-[8.5rem_11rem_minmax(0,1fr)]"
            >
              <bdi title={label} className="truncate">
                {label}
              </bdi>
              <Input
                aria-label={`Column for ${label}`}
                aria-invalid={isWrong || undefined}
                aria-describedby={isWrong ? noteId : undefined}
                list={listId}
                value={column}
                maxLength={1_024}
                autoComplete="off"
                spellCheck={false}
                readOnly={readOnly}
                onChange={(event) => onRename(field.key, event.target.value)}
              />
              <span className="flex min-w-0 items-center gap-2 max-sm:col-span-2">
                <span className="min-w-0 truncate">{row && <ValueCell val={row} names={[column]} />}</span>
                {columns && !columns.includes(column) && <Badge className="ml-auto shrink-0">new column</Badge>}
              </span>
            </li>
          );
        })}
      </ul>
      {problem !== undefined && (isTried || repeated.size > 0) && (
        <p id={noteId} role="alert" className="text-meta text-error">
          {problem}
        </p>
      )}
      {empty.length > 0 && (
        <p className="text-meta wrap-anywhere text-muted">
          Columns of the dataset that stay empty in these rows: <bdi>{empty.join(", ")}</bdi>
        </p>
      )}
    </section>
  );
}

/** Why rows cannot have these columns; undefined if they can. */
export function mappingProblem(fields: readonly CallField[], names: ReadonlyMap<string, string>): string | undefined {
  const [repeated] = repeatedNames(names.values());
  if (repeated !== undefined) return `Two columns are named “${repeated}”. Names must be unique.`;
  const unnamed = fields.some((field) => isUnnamed(field, names.get(field.key) ?? field.name));
  return unnamed ? "Every column needs a name." : undefined;
}

/** A field of the inputs may have an empty name of its own. */
function isUnnamed(field: CallField, column: string): boolean {
  return column === "" && field.name !== "";
}
