import type { SortBy } from "@/lib/contract/calls";
import type { Query } from "@/lib/contract/expression";
import { type CallFields, TOTAL_COST } from "./columns";
import type { Parameters } from "@/service/store/sql/parameters";
import { type Sort, sortOf } from "@/service/store/sql/sort";

/** Whether a list, count or statistics need the costs of calls. */
export function needsCosts({ sort_by, query }: { sort_by?: SortBy | null; query?: Query | null }): boolean {
  return (sort_by?.some(({ field }) => field === TOTAL_COST) ?? false) || namesField(query, TOTAL_COST);
}

/** Whether an expression, or a part of one, is this field. */
function namesField(part: unknown, field: string): boolean {
  if (typeof part !== "object" || part === null) return false;
  return Object.entries(part).some(([key, value]) =>
    key === "$getField" ? value === field : namesField(value, field),
  );
}

/** The total order of a list of calls: by their fields, and their costs. */
export function callsOrder(sortBy: SortBy, fields: CallFields, parameters: Parameters): Sort {
  const resolve = (field: string) => {
    if (field === TOTAL_COST) return fields.costsOf(parameters);
    const value = fields.resolve(field, parameters);
    // Several values have no order.
    return value?.some ? undefined : value;
  };
  return sortOf(sortBy, resolve, parameters);
}
