import { z } from "zod";
import { sortBy } from "./calls";
import { digest } from "./digest";
import { jsonValue } from "./json/payload";
import { TABLE_UPDATES } from "./limits";
import { projectId, rowCount } from "./primitives";

/** A row of a stored table as the interface has it. */
export const tableRow = z.object({ digest: z.string(), val: jsonValue, original_index: z.int() });
export type TableRow = z.infer<typeof tableRow>;

export const tableCreateRequest = z.object({
  table: z.object({ project_id: projectId, rows: z.array(jsonValue) }),
});
export const tableCreateResponse = z.object({ digest: z.string(), row_digests: z.array(z.string()) });

const index = z
  .int({ error: ({ input }) => (input === undefined ? "is required" : "must be a whole number") })
  .min(0, "must not be negative");

/** One step of an update; indexes count in the table as the steps before have left it. */
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

/** Makes a new table of another; the other stays as it is. */
export const tableUpdateRequest = z.object({
  project_id: projectId,
  base_digest: digest,
  updates: z.array(tableUpdate).max(TABLE_UPDATES, `must have at most ${TABLE_UPDATES} items`),
});
/** The row digest of each step: the one put in, or the one taken out. */
export const tableUpdateResponse = z.object({ digest: z.string(), updated_row_digests: z.array(z.string()) });

/** An empty list of row digests matches nothing. Sorts by dotted paths into `val`; ties keep the table's order. */
export const tableQueryRequest = z.strictObject({
  project_id: projectId,
  digest,
  filter: z.strictObject({ row_digests: z.array(digest).nullish() }).nullish(),
  limit: rowCount,
  offset: rowCount,
  sort_by: sortBy,
});
export type TableQuery = z.infer<typeof tableQueryRequest>;
export const tableQueryResponse = z.object({ rows: z.array(tableRow) });

export const tableQueryStatsRequest = z.strictObject({ project_id: projectId, digest });
export const tableQueryStatsResponse = z.object({ count: z.int() });
