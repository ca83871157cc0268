import * as z from "zod";
import { callsFilter } from "./calls";
import { facetPath } from "./facet-field";
import { list } from "./list";
import { querySchema } from "./query-schema";
import { FACET_FIELDS, FACET_VALUES } from "./limits";
import { name, projectId } from "./primitives";

/** A field as in a query expression, or without its `overview.`. */
const facetField = name.refine(
  (field) => facetPath(field) !== undefined,
  "expected status, op_name, model, kind, user_id, thread_id, or the path of an attribute, of feedback or of a value inside a payload",
);

/** The most frequent values of some fields in the calls that the filter and the query select. */
export const callsFacetsRequest = z.strictObject({
  project_id: projectId,
  filter: callsFilter.nullish(),
  query: querySchema.nullish(),
  fields: list(facetField)
    .min(1, "must contain at least one field")
    .max(FACET_FIELDS, `must contain at most ${FACET_FIELDS} fields`),
  /** Calls that took longer than this, in milliseconds, are counted as slow. */
  slow_ms: z.number().min(0).nullish(),
});
export type CallsFacetsQuery = z.infer<typeof callsFacetsRequest>;

const facetValue = z.object({
  /** The value as text, as `$eq` compares it with a string; absent for the calls that have none. */
  value: z.string().optional(),
  count: z.int(),
  /** How many of them failed themselves. */
  errors: z.int(),
  /** How many of them were slow; only with `slow_ms`. */
  slow: z.int().optional(),
});

const facet = z.object({
  field: z.string(),
  /** Most frequent first, up to the limit. A call with several reactions, notes or owners of feedback counts for each. */
  values: z.array(facetValue).max(FACET_VALUES),
  /** Whether there are values that are not listed: rarer ones, or longer than a name may be. */
  has_more: z.boolean(),
});
export type Facet = z.infer<typeof facet>;

export const callsFacetsResponse = z.object({ facets: z.array(facet) });
