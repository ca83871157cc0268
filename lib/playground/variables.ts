import * as z from "zod";
import { tableRowRef } from "@/lib/contract/table-refs";
import type { PlaygroundDocument, Turn } from "./document";
import { cellOfVariable } from "./table-row";
import { turnsOfPane } from "./pane-turns";
import { variableNames } from "./variable-names";

/** The variables that some panes send, in the order of first occurrence; by default those of all panes. */
export function sentVariables(
  document: PlaygroundDocument,
  panes: readonly string[] = document.panes.map(({ id }) => id),
): string[] {
  const lists = new Set(
    document.panes.filter(({ id }) => panes.includes(id)).map((pane) => turnsOfPane(document, pane)),
  );
  return variableNames([...lists].flat());
}

/** What gives variables their values. */
export type Filling = Pick<PlaygroundDocument, "variables" | "row">;

/**
 * A variable's value: the typed text, also if it is empty, otherwise the value in the table row; undefined if it has
 * none.
 */
export function valueOfVariable({ variables, row }: Filling, name: string): string | undefined {
  if (Object.hasOwn(variables, name)) return variables[name];
  return row && cellOfVariable(row, name);
}

/** The variables of some panes that have no value; what is sent then has `{{name}}` in it. */
export function missingVariables(document: PlaygroundDocument, panes: readonly string[]): string[] {
  return sentVariables(document, panes).filter((name) => valueOfVariable(document, name) === undefined);
}

/** The values of the variables in some turns, without those that have none. */
export function valuesIn(document: Filling, turns: readonly Pick<Turn, "content">[]): Record<string, string> {
  return Object.fromEntries(
    variableNames(turns).flatMap((name) => {
      const value = valueOfVariable(document, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The values of a request's variables; null for one that had none. */
export const variableValues = z.record(z.string(), z.string().nullable());
export type VariableValues = Readonly<z.infer<typeof variableValues>>;

/** The variables of some turns with the values that a request of them has. */
export function sentValues(document: Filling, turns: readonly Pick<Turn, "content">[]): VariableValues {
  return Object.fromEntries(variableNames(turns).map((name) => [name, valueOfVariable(document, name) ?? null]));
}

/** The ref of the table row that gives at least one variable of some turns its value; undefined if none does. */
export function rowRefOf(
  projectId: string,
  { variables, row }: Filling,
  turns: readonly Pick<Turn, "content">[],
): string | undefined {
  if (row?.digest === undefined) return undefined;
  const isUsed = variableNames(turns).some(
    (name) => !Object.hasOwn(variables, name) && cellOfVariable(row, name) !== undefined,
  );
  return isUsed ? tableRowRef(projectId, { table: row.table, row: row.digest }) : undefined;
}

/** The variables of a request that have another value now. */
export function changedVariables(sent: VariableValues, now: Filling): string[] {
  return Object.keys(sent).filter((name) => sent[name] !== (valueOfVariable(now, name) ?? null));
}
