import type { SortBy } from "@/lib/contract/calls";
import { FEEDBACK_COUNT, parseFeedbackField } from "@/lib/contract/feedback-field";
import { callRef } from "@/lib/contract/refs";
import { type Pricing, costsOf, currencies } from "@/service/store/costs/call-costs";
import { jsonPath } from "@/service/store/sql/json-path";
import type { Parameters } from "@/service/store/sql/parameters";
import { type Sort, sortOf } from "@/service/store/sql/sort";
import type { FieldResolver, SqlValue } from "@/service/store/sql/sql-value";

const TOTAL_COST = "overview.total_cost";

/** A total order of calls. */
export interface CallsOrder {
  keys: Sort["keys"];
  /** Whether the calls must be selected before they can be sorted. */
  isByCost: boolean;
  /** The joins for calls in `shown`, a table of id, trace_id and parent_id. */
  joinsOf: (shown: string) => string;
}

/** Whether a sort needs the costs of calls. */
export function sortsByCost(sortBy: SortBy | null | undefined): boolean {
  return sortBy?.some(({ field }) => field === TOTAL_COST) ?? false;
}

/** The order of a list of calls: by their fields, their costs by `pricing`, and the feedback on them. */
export function callsOrder(
  sortBy: SortBy,
  { projectId, resolve, pricing }: { projectId: string; resolve: FieldResolver; pricing: Pricing },
  parameters: Parameters,
): CallsOrder {
  const amounts = currencies(pricing).map((_, place): SqlValue => ({ sql: `cost.a${place}`, type: "number" }));
  const sort = sortOf(
    sortBy,
    (field) =>
      field === TOTAL_COST ? amounts : (feedbackValue(projectId, field, parameters) ?? resolve(field, parameters)),
    parameters,
  );
  const isByCost = sortsByCost(sortBy) && amounts.length > 0;
  const joinsOf = (shown: string) => {
    if (!isByCost) return sort.joins;
    const costs = costsOf(shown, { project: parameters.add(projectId, "text"), ...pricing }, parameters);
    return `left join (${costs}) cost on cost.id = c.id ${sort.joins}`;
  };
  return { keys: sort.keys, isByCost, joinsOf };
}

const ENCODED_ID = `replace(replace(replace(c.id, '%', '%25'), '/', '%2F'), ':', '%3A')`;

/** The feedback on call `c`: the number of records, or the latest value. */
function feedbackValue(projectId: string, field: string, parameters: Parameters): SqlValue | undefined {
  const value = parseFeedbackField(field);
  if (!value && field !== FEEDBACK_COUNT) return undefined;
  const ref = `${parameters.add(callRef(projectId, "x").slice(0, -1), "text")} || ${ENCODED_ID}`;
  const project = parameters.add(projectId, "text");
  const given = `from feedback f where f.project_id = ${project} and f.core_ref = ${ref}`;
  if (!value) return { sql: `(select nullif(count(*), 0) ${given})`, type: "number", isQuery: true };
  const { sql } = jsonPath("f.payload", value.path, parameters);
  const newest = `order by f.created_at desc, f.id desc limit 1`;
  const ofType = `f.feedback_type = ${parameters.add(value.type, "text")}`;
  return { sql: `(select ${sql} ${given} and ${ofType} ${newest})`, type: "json" };
}
