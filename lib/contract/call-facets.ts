import * as z from "zod";
import { callsFilter } from "./calls";
import { list } from "./list";
import { querySchema } from "./query-schema";
import { FACET_VALUES } from "./limits";
import { projectId } from "./primitives";

/** Fields that calls are counted by, as in a query expression but without `overview.`. */
const facetField = z.enum(["status", "op_name", "model", "kind", "user_id"]);
export type FacetField = z.infer<typeof facetField>;

/** The most frequent values of some fields in the calls that the filter and the query select. */
export const callsFacetsRequest = z.strictObject({
  project_id: projectId,
  filter: callsFilter.nullish(),
  query: querySchema.nullish(),
  fields: list(facetField).min(1, "must contain at least one field"),
});
export type CallsFacetsQuery = z.infer<typeof callsFacetsRequest>;

const facet = z.object({
  field: facetField,
  /** Most frequent first, up to the limit. The item without `value` counts the calls that have none. */
  values: z.array(z.object({ value: z.string().optional(), count: z.int() })).max(FACET_VALUES),
  /** Whether there are more values. */
  has_more: z.boolean(),
});
export type Facet = z.infer<typeof facet>;

export const callsFacetsResponse = z.object({ facets: z.array(facet) });
