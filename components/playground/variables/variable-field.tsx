"use client";

import { RotateCcw } from "lucide-react";
import { memo, useId, type Dispatch } from "react";

import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast-store";
import type { Edit } from "@/lib/playground/edit";
import { cellOfVariable, columnOf, type TableRow, withColumn } from "@/lib/playground/table-row";

interface VariableFieldProps {
  name: string;
  value: string | undefined;
  /** The typed value, which takes precedence over the row's. */
  typed: string | undefined;
  row: TableRow | undefined;
  columns: readonly string[] | undefined;
  /** Whether a run was refused because it has no value. */
  isMissing: boolean;
  edit: Dispatch<Edit>;
}

/** The value of a variable, and the column of the table that it is from. */
export const VariableField = memo(function VariableField(props: VariableFieldProps) {
  const { name, value, typed, row, isMissing, edit } = props;
  const id = useId();
  const cell = row && cellOfVariable(row, name);
  const isChanged = typed !== undefined && cell !== undefined && typed !== cell;
  const isEmpty = typed === "" && !isChanged;
  return (
    <div className="grid grid-cols-[minmax(0,8rem)_minmax(0,1fr)] items-start gap-x-3 gap-y-1">
      <label htmlFor={id} className="truncate py-1 font-mono text-meta" title={name}>
        {name}
      </label>
      <div className="grid min-w-0 gap-1">
        <Textarea
          id={id}
          data-variable={name}
          aria-invalid={isMissing ? true : undefined}
          dir="auto"
          rows={1}
          value={value ?? ""}
          placeholder={value === "" ? "Sent as empty text" : "No value"}
          onChange={(event) => edit({ type: "variable", name, value: event.target.value })}
          className="max-h-40 min-h-7 resize-none [field-sizing:content]"
        />
        {(row !== undefined || isEmpty) && (
          <div className="flex flex-wrap items-center gap-2">
            {row && <Column {...props} row={row} />}
            {(isChanged || isEmpty) && (
              <span className="flex items-center gap-1">
                {isChanged && <Badge tone="accent">changed</Badge>}
                <IconButton
                  icon={RotateCcw}
                  label={isChanged ? `Reset ${name} to the row's value` : `Remove the empty value of ${name}`}
                  size="small"
                  onClick={() => edit({ type: "variable", name, value: undefined })}
                />
              </span>
            )}
          </div>
        )}
      </div>
    </div>
  );
});

/** No column has this name: a dotted path has no empty names. */
const NO_COLUMN = "..";

function Column({ name, typed, row, columns = [], edit }: VariableFieldProps & { row: TableRow }) {
  const column = columnOf(row, name);
  const all = column === undefined || columns.includes(column) ? columns : [column, ...columns];
  const options = [{ value: NO_COLUMN, label: "No column" }, ...all.map((path) => ({ value: path, label: path }))];
  const choose = (chosen: string | null) => {
    edit({ type: "column", variable: name, column: chosen });
    const cell = cellOfVariable(withColumn(row, name, chosen), name);
    if (typed === undefined || cell === undefined || cell === typed) return;
    toast({
      title: `Column ${chosen} replaced the typed value of ${name}`,
      action: { label: "Undo", onAction: () => edit({ type: "variable", name, value: typed }) },
    });
  };
  return (
    <Select
      aria-label={`Column of ${name}`}
      options={options}
      value={column ?? NO_COLUMN}
      onValueChange={(chosen) => choose(chosen === NO_COLUMN ? null : chosen)}
      className="max-w-full min-w-0 text-meta"
    />
  );
}
