import { diffTables } from "./diff-tables";
import { listTables } from "./list-tables";
import { countTableRows, listTableRows, readRowDigests, readTableValues, sampleTableRows } from "./read-rows";
import { createTable, updateTable } from "./write-tables";

/** A row of a table, by its digest or its position. */
export type RowKey = { digest: string } | { index: number };

/** Tables: immutable lists of rows, content-addressed within a project. */
export const tablesStore = {
  createTable,
  updateTable,
  listTableRows,
  countTableRows,
  readRowDigests,
  sampleTableRows,
  listTables,
  diffTables,
  readTableValues,
};
