import { createLoader, createParser, parseAsString, type SearchParams } from "nuqs/server";

import { rangeParam } from "@/components/data-table/range-param";
import { instantParam, sortParam } from "@/components/data-table/url-params";
import type { TimeZone } from "@/lib/format/time";
import { ALL_THREADS, type ThreadSortKey, type ThreadsListParams, zonedThreads } from "@/lib/queries/threads";

const sortKeys = [
  "thread",
  "turns",
  "started",
  "updated",
  "p50",
  "p99",
  "tokens",
  "cost",
  "failed",
  "failing",
  "feedback",
] as const satisfies readonly ThreadSortKey[];

/** The sort key with this name, if there is one. */
export function threadSortKey(text: string | undefined): ThreadSortKey | undefined {
  return sortKeys.find((key) => key === text);
}

const countParam = createParser<number>({
  parse: (text) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : null),
  serialize: String,
});

const amountParam = createParser<number>({
  parse: (text) => (/^\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : null),
  serialize: String,
});

/** How the address has the view of the list of threads. */
export const threadsParams = {
  q: parseAsString.withDefault(""),
  from: instantParam,
  to: instantParam,
  range: rangeParam,
  minTurns: countParam,
  maxTurns: countParam,
  minErrors: countParam,
  minCost: amountParam,
  sort: sortParam(threadSortKey).withDefault(ALL_THREADS.sort),
};

/** What the list of threads first shows at an address. */
export function threadsAt(projectId: string, search: SearchParams, zone: TimeZone = "UTC"): ThreadsListParams {
  return { projectId, view: zonedThreads(createLoader(threadsParams)(search), zone) };
}
