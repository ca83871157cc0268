"use client";

import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { columnsOf, NO_COLUMN, withColumnOf } from "@/lib/experiment/new-experiment";

import type { FormFields } from "./form-fields";
import { Section } from "./section";

interface ColumnsSectionProps extends FormFields {
  /** Of the table; undefined while unknown. */
  columns: readonly string[] | undefined;
}

/** The columns that fill the variables, and the one with the expected answers. */
export function ColumnsSection({ fields, problems, columns = [], onChange }: ColumnsSectionProps) {
  const { variables, expected } = columnsOf(fields, columns);
  const isTried = problems.columns !== undefined;
  return (
    <Section title="Columns">
      {variables.length === 0 && (
        <p className="text-meta text-muted">
          {fields.messages === "[]"
            ? "The variables of the prompt are listed here."
            : "No message has a variable such as {{name}}, so every row is sent the same."}
        </p>
      )}
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {variables.map(({ name, column }) => {
          const isMissing = column === undefined || (columns.length > 0 && !columns.includes(column));
          return (
            <Field
              key={name}
              label={`{{${name}}}`}
              hint={isMissing && fields.table !== "" ? `The table has no column ${name}` : undefined}
              error={isMissing && isTried ? "Choose the column that fills this variable" : undefined}
            >
              {(control) => (
                <Select
                  {...control}
                  options={optionsOf(columns, column, "Choose a column")}
                  value={column ?? NO_COLUMN}
                  onValueChange={(next) =>
                    next !== NO_COLUMN && onChange({ columns: withColumnOf(fields, name, next) })
                  }
                />
              )}
            </Field>
          );
        })}
        <Field label="Expected answer" hint="Scorers compare answers with this column." error={problems.expected}>
          {(control) => (
            <Select
              {...control}
              options={optionsOf(columns, expected, "None", true)}
              value={expected ?? NO_COLUMN}
              onValueChange={(next) => onChange({ expected: next })}
            />
          )}
        </Field>
      </div>
      {isTried && variables.length === 0 && <p className="text-meta text-error">{problems.columns}</p>}
    </Section>
  );
}

/** A chosen column that the table does not have stays chosen. */
function optionsOf(columns: readonly string[], chosen: string | undefined, none: string, isOptional = false) {
  const all = chosen === undefined || columns.includes(chosen) ? columns : [chosen, ...columns];
  const first = chosen === undefined || isOptional ? [{ value: NO_COLUMN, label: none }] : [];
  return [...first, ...all.map((column) => ({ value: column, label: column }))];
}
