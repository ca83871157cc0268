// Refs into tables. They are not in `refs.ts`, which every page loads.
import { formatRef, namesOf, type Ref } from "./refs";

/** The ref of a stored table, by its digest. Throws `RefError` for another project form. */
export function tableRef(projectId: string, digest: string): string {
  return formatRef({ scheme: "core", ...namesOf(projectId), kind: "table", digest, path: [] });
}

/** The ref of a row of a table, by the digests of both. Throws `RefError` for another project form. */
export function tableRowRef(projectId: string, { table, row }: { table: string; row: string }): string {
  const path = [{ edge: "id" as const, value: row }];
  return formatRef({ scheme: "core", ...namesOf(projectId), kind: "table", digest: table, path });
}

/** A ref of a row of a table, or of a value in it. */
export type TableRowRef = Ref & { kind: "table" };

/** Whether a ref is that of a row of a table. */
export function isTableRow(ref: Ref | undefined): ref is TableRowRef {
  return ref?.kind === "table" && ["id", "index"].includes(ref.path[0]?.edge ?? "");
}
