import { createLoader, type SearchParams } from "nuqs/server";

import { sortParam } from "@/components/data-table/url-params";
import type { ThreadSortKey, ThreadsListParams } from "@/lib/queries/threads";

const sortKeys = ["thread", "turns", "started", "updated", "p50", "p99"] as const satisfies readonly ThreadSortKey[];

/** The sort key with this name, if there is one. */
export function threadSortKey(text: string | undefined): ThreadSortKey | undefined {
  return sortKeys.find((key) => key === text);
}

/** How the address has the order of the list of threads. */
export const sortOfThreads = sortParam(threadSortKey).withDefault({ by: "updated", direction: "desc" });

/** What the list of threads first shows at an address. */
export function threadsAt(projectId: string, search: SearchParams): ThreadsListParams {
  return { projectId, view: createLoader({ sort: sortOfThreads })(search) };
}
