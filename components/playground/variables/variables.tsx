"use client";

import { useMemo, type Dispatch } from "react";

import { Button } from "@/components/ui/button";
import { InlineBanner } from "@/components/ui/inline-banner";
import type { PlaygroundDocument } from "@/lib/playground/document";
import type { Edit } from "@/lib/playground/edit";
import { columnsOfRow } from "@/lib/playground/table-row";
import { sentVariables, valueOfVariable } from "@/lib/playground/variables";

import { RowBar } from "./row-bar";
import { VariableField } from "./variable-field";

/** A run that was refused because variables have no value. */
export interface RefusedRun {
  names: readonly string[];
  onRunAnyway: () => void;
}

interface VariablesProps {
  projectId: string;
  document: PlaygroundDocument;
  refused: RefusedRun | undefined;
  edit: Dispatch<Edit>;
}

/** A field for each `{{name}}` that a pane sends, and the table row that fills them; nothing if there are none. */
export function Variables({ projectId, document, refused, edit }: VariablesProps) {
  const { row, variables } = document;
  const names = sentVariables(document);
  const columns = useMemo(() => row && columnsOfRow(row), [row]);
  if (names.length === 0 && !row) return null;
  return (
    <section aria-label="Variables" className="grid gap-2 border-b border-line bg-raised px-4 py-2">
      <RowBar projectId={projectId} document={document} isAlone={names.length === 0} edit={edit} />
      {refused && (
        <InlineBanner
          tone="error"
          action={
            <Button size="small" onClick={refused.onRunAnyway}>
              Run anyway
            </Button>
          }
        >
          Nothing was sent. {refused.names.length === 1 ? "This variable has" : "These variables have"} no value:{" "}
          {refused.names.join(", ")}
        </InlineBanner>
      )}
      {names.map((name) => (
        <VariableField
          key={name}
          name={name}
          value={valueOfVariable(document, name)}
          typed={Object.hasOwn(variables, name) ? variables[name] : undefined}
          row={row}
          columns={columns}
          isMissing={refused?.names.includes(name) ?? false}
          edit={edit}
        />
      ))}
      {names.length === 0 && <p className="text-meta text-muted">No message has a variable such as {"{{name}}"}.</p>}
    </section>
  );
}

/** Moves the focus to a variable's field. */
export function focusVariable(name: string | undefined): void {
  if (name === undefined) return;
  document.querySelector<HTMLElement>(`[data-variable="${CSS.escape(name)}"]`)?.focus();
}
