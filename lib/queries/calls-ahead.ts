import type { QueryClient } from "@tanstack/react-query";
import type { Client } from "@/lib/client/client";
import { callCosts, feedbackOnCalls } from "./call-extras";
import { isWhole } from "./call-rows";
import { callsList, type CallsListParams, callsWatermark } from "./calls";

/** Reads the first page of a list of calls and what its rows show, so that the list is live from there on. */
export async function readCallsAhead(cache: QueryClient, params: CallsListParams, client: Client): Promise<void> {
  const { projectId } = params;
  // Before the rows: what is written meanwhile is then read again.
  const { latest } = await cache.fetchQuery(callsWatermark(projectId, client));
  const list = callsList(params, client);
  const { pages, ...rest } = await cache.fetchInfiniteQuery(list);
  const [page] = pages;
  if (!page) return;
  cache.setQueryData(list.queryKey, { ...rest, pages: [{ ...page, latest }] });
  if (page.rows.every(isWhole)) return;
  await Promise.all([
    cache.prefetchQuery(callCosts(projectId, page.rows, client)),
    cache.prefetchQuery(
      feedbackOnCalls(
        projectId,
        page.rows.map(({ id }) => id),
        client,
      ),
    ),
  ]);
}
