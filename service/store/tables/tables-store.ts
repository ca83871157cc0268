import type { JsonText } from "@/lib/json/text";
import type {
  StoredTable,
  TableDiff,
  TableDiffQuery,
  TableQuery,
  TableRow,
  TablesQuery,
  TableUpdate,
} from "@/lib/contract/tables";
import type { Database } from "@/service/store/connections/database";
import { diffTables } from "./diff-tables";
import { listTables } from "./list-tables";
import { countTableRows, listTableRows, readTableValues, sampleTableRows } from "./read-rows";
import { createTable, updateTable } from "./write-tables";

/** A row of a table, by its digest or its position. */
export type RowKey = { digest: string } | { index: number };

/** Tables: immutable lists of rows, content-addressed within a project. */
export type TablesStore = {
  /** Creates the project on first write. */
  createTable(projectId: string, rows: readonly JsonText[]): Promise<{ digest: string; rowDigests: string[] }>;
  /**
   * Creates a table from another; shared rows are not copied. Returns one row digest per step: the row inserted or
   * removed. Undefined when there is no base; throws `invalid` for a position outside the table.
   */
  updateTable(
    projectId: string,
    baseDigest: string,
    updates: readonly TableUpdate[],
  ): Promise<{ digest: string; updatedRowDigests: string[] } | undefined>;
  /** Batches of rows in the given order. Throws `not_found` when there is no such table. */
  listTableRows(query: TableQuery, signal: AbortSignal): AsyncIterable<TableRow[]>;
  /** Counts the rows, or those with the given digests, copies included. Undefined when there is no such table. */
  countTableRows(projectId: string, digest: string, rowDigests?: readonly string[] | null): Promise<number | undefined>;
  /** At most `most` rows, spread evenly over the table, in batches of bounded size and no particular order. */
  sampleTableRows(projectId: string, digest: string, most: number): AsyncIterable<TableRow[]>;
  /** Batches of tables, newest first. */
  listTables(query: TablesQuery, signal: AbortSignal): AsyncIterable<StoredTable[]>;
  /** Undefined when one of the two does not exist. */
  diffTables(query: TableDiffQuery): Promise<TableDiff | undefined>;
  /** The values of rows of a table, in the order of their keys; undefined where there is none. */
  readTableValues(projectId: string, digest: string, keys: readonly RowKey[]): Promise<(JsonText | undefined)[]>;
};

export function tablesStore(database: Database): TablesStore {
  return {
    createTable: createTable.bind(undefined, database),
    updateTable: updateTable.bind(undefined, database),
    listTableRows: listTableRows.bind(undefined, database),
    countTableRows: countTableRows.bind(undefined, database),
    sampleTableRows: sampleTableRows.bind(undefined, database),
    listTables: listTables.bind(undefined, database),
    diffTables: diffTables.bind(undefined, database),
    readTableValues: readTableValues.bind(undefined, database),
  };
}
