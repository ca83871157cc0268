import * as z from "zod";
import { sortBy } from "./calls";
import { digest } from "./digest";
import { jsonValue } from "@/lib/json/payload";
import { TABLE_DIFF_ROWS, TABLE_UPDATES } from "./limits";
import { list } from "./list";
import { projectId, rowCount, timestamp } from "./primitives";

/** A row of a stored table as the interface defines it. */
export const tableRow = z.object({ digest: z.string(), val: jsonValue, original_index: z.int() });
export type TableRow = z.infer<typeof tableRow>;

export const tableCreateRequest = z.object({
  table: z.object({ project_id: projectId, rows: z.array(jsonValue) }),
});
export const tableCreateResponse = z.object({ digest: z.string(), row_digests: z.array(z.string()) });

const index = z
  .int({ error: ({ input }) => (input === undefined ? "is required" : "must be a whole number") })
  .min(0, "must not be negative");

/** One step of an update; indexes refer to the table after the previous steps. */
export const tableUpdate = z
  .object({
    append: z.object({ row: jsonValue }).nullish(),
    pop: z.object({ index }).nullish(),
    insert: z.object({ index, row: jsonValue }).nullish(),
  })
  .refine(
    ({ append, pop, insert }) => [append, pop, insert].filter(Boolean).length === 1,
    "must have exactly one of append, pop and insert",
  );
export type TableUpdate = z.infer<typeof tableUpdate>;

/** Creates a changed copy of a table; the original is unchanged. */
export const tableUpdateRequest = z.object({
  project_id: projectId,
  base_digest: digest,
  updates: list(tableUpdate).max(TABLE_UPDATES, `must have at most ${TABLE_UPDATES} items`),
});
/** The row digest of each step: of the inserted row, or of the removed one. */
export const tableUpdateResponse = z.object({ digest: z.string(), updated_row_digests: z.array(z.string()) });

/** An empty list of row digests matches nothing. */
const rowFilter = z.strictObject({ row_digests: list(digest).nullish() }).nullish();

/** Sorts by dotted paths into `val`; ties keep the table's order. */
export const tableQueryRequest = z.strictObject({
  project_id: projectId,
  digest,
  filter: rowFilter,
  limit: rowCount,
  offset: rowCount,
  sort_by: sortBy,
});
export type TableQuery = z.infer<typeof tableQueryRequest>;
export const tableQueryResponse = z.object({ rows: z.array(tableRow) });

/** Counts the rows that `/table/query` would return without a limit. */
export const tableQueryStatsRequest = z.strictObject({ project_id: projectId, digest, filter: rowFilter });
export const tableQueryStatsResponse = z.object({ count: z.int() });

/** A stored table without its rows. */
const storedTable = z.object({ digest: z.string(), count: z.int(), created_at: timestamp });
export type StoredTable = z.infer<typeof storedTable>;

/** The tables of a project, newest first; an empty list of digests matches nothing. */
export const tablesQueryRequest = z.strictObject({
  project_id: projectId,
  filter: z.strictObject({ digests: list(digest).nullish() }).nullish(),
  limit: rowCount,
  offset: rowCount,
});
export type TablesQuery = z.infer<typeof tablesQueryRequest>;
export const tablesQueryResponse = z.object({ tables: z.array(storedTable) });

/** Numbers in a column: minimum and maximum as they were sent, and a histogram of ranges with equal width. */
const numberProfile = z.object({
  min: jsonValue,
  max: jsonValue,
  mean: z.number().optional(),
  /**
   * Each range is from its `from` to that of the next one, the last to `max`; values outside the range of a double are
   * not counted.
   */
  histogram: z.array(z.object({ from: z.number(), count: z.int() })),
});

/** The values at one dotted path into the rows. */
const columnProfile = z.object({
  /** Empty for rows that are not objects. */
  path: z.string(),
  /** Number of rows with a value of each kind. */
  kinds: z.partialRecord(z.enum(["string", "number", "boolean", "array", "object"]), z.int()),
  /** Rows with no value or null, as filters and sorts see it. */
  missing: z.int(),
  /** Number of distinct values, compared by their text. */
  distinct: z.int(),
  /** The most common values, up to a small number. */
  common: z.array(z.object({ val: jsonValue, count: z.int() })),
  numbers: numberProfile.optional(),
  /** Length of the shortest and the longest string, UTF-16 units. */
  chars: z.object({ min: z.int(), max: z.int() }).optional(),
});
export type ColumnProfile = z.infer<typeof columnProfile>;

export const tableProfileRequest = z.strictObject({ project_id: projectId, digest });
/** Covers all rows if `profiled` equals `count`, otherwise that many, distributed evenly over the table. */
export const tableProfileResponse = z.object({
  count: z.int(),
  profiled: z.int(),
  columns: z.array(columnProfile),
  /** Number of columns not included in the answer. */
  columns_left_out: z.int(),
});
export type TableProfile = z.infer<typeof tableProfileResponse>;

/** Rows of one table that the other does not have, by digest; repeated rows count each time. */
export const tableDiffRequest = z.strictObject({
  project_id: projectId,
  base_digest: digest,
  digest,
  limit: z
    .int("must be a whole number")
    .min(0, "must not be negative")
    .max(TABLE_DIFF_ROWS, `must be at most ${TABLE_DIFF_ROWS}`)
    .nullish(),
  offset: rowCount,
});
export type TableDiffQuery = z.infer<typeof tableDiffRequest>;
/**
 * `rows` by position in their table: the base for `removed`, the other for `added`. There may be fewer than requested
 * if they are large (`TABLE_DIFF_BYTES`); the next ones begin at `offset` plus their number.
 */
export const tableDiffResponse = z.object({
  same: z.int(),
  removed: z.int(),
  added: z.int(),
  rows: z.array(tableRow.extend({ change: z.enum(["removed", "added"]) })),
});
export type TableDiff = z.infer<typeof tableDiffResponse>;
