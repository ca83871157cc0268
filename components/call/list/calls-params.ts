import { parseAsBoolean, parseAsNativeArrayOf, parseAsString } from "nuqs/server";

import { rangeParam } from "@/components/data-table/range-param";
import { instantParam, sortParam } from "@/components/data-table/url-params";
import { isSortKey, NEWEST_TRACES } from "@/lib/filter/calls-view";

/** How the address has the view of the trace list. */
export const viewParams = {
  q: parseAsString.withDefault(""),
  from: instantParam,
  to: instantParam,
  range: rangeParam,
  roots: parseAsBoolean.withDefault(NEWEST_TRACES.roots),
  sort: sortParam((text) => (isSortKey(text) ? text : undefined)).withDefault(NEWEST_TRACES.sort),
};

/** How the address has the columns of the trace list. */
export const layoutParams = { col: parseAsNativeArrayOf(parseAsString), pin: parseAsNativeArrayOf(parseAsString) };
