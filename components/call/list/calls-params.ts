import {
  createLoader,
  type SearchParams,
  parseAsBoolean,
  parseAsNativeArrayOf,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";

import { instantParam, sortParam } from "@/components/data-table/url-params";
import { isPayloadPath } from "@/lib/filter/fields";
import { isSortKey, NEWEST_TRACES, type RelativeRange } from "@/lib/filter/calls-view";
import type { CallsListParams } from "@/lib/queries/calls";

const ranges = ["15m", "1h", "24h", "7d", "30d"] as const satisfies readonly RelativeRange[];

/** How the address has the view of the trace list. */
export const viewParams = {
  q: parseAsString.withDefault(""),
  from: instantParam,
  to: instantParam,
  range: parseAsStringLiteral(ranges),
  roots: parseAsBoolean.withDefault(NEWEST_TRACES.roots),
  sort: sortParam((text) => (isSortKey(text) ? text : undefined)).withDefault(NEWEST_TRACES.sort),
};

/** How the address has the columns of the trace list. */
export const layoutParams = { col: parseAsNativeArrayOf(parseAsString), pin: parseAsNativeArrayOf(parseAsString) };

/** What the trace list first shows at an address. */
export function listedAt(projectId: string, search: SearchParams): CallsListParams {
  const { col } = createLoader(layoutParams)(search);
  return { projectId, view: createLoader(viewParams)(search), columns: col.filter(isPayloadPath) };
}
