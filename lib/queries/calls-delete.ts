import { type InfiniteData, mutationOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { CallRow } from "@/lib/contract/calls";
import type { CallsPage } from "./calls";
import type { LiveCalls } from "./use-live-calls";

/** Deletes calls with everything below them: removed from the lists at once, restored when the service refuses. */
export function deleteCalls(projectId: string, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["calls", "delete", { projectId }] as const,
    mutationFn: (ids: readonly string[]) =>
      client.request("callsDelete", { project_id: projectId, call_ids: [...ids] }),
    onMutate: async (ids, { client: cache }) => {
      const [list, live] = [{ queryKey: ["calls", "list"] }, { queryKey: ["calls", "live"] }];
      // An earlier reading, or the last read head, would bring them back on the screen.
      await Promise.all([cache.cancelQueries(list), cache.cancelQueries(live)]);
      const gone = new Set(ids);
      cache.setQueriesData<InfiniteData<CallsPage>>(list, (data) => data && without(data, gone));
      cache.setQueriesData<LiveCalls>(live, (data) => data && { ...data, head: kept(data.head, gone) });
    },
    onSettled: (_data, error, _ids, _result, { client: cache }) =>
      error
        ? cache.resetQueries({ queryKey: ["calls", "list"] })
        : cache.invalidateQueries({
            predicate: ({ queryKey: [resource, kind] }) => resource === "calls" && kind !== "list",
          }),
  });
}

function without(data: InfiniteData<CallsPage>, gone: ReadonlySet<string>): InfiniteData<CallsPage> {
  return { ...data, pages: data.pages.map((page) => ({ ...page, rows: kept(page.rows, gone) })) };
}

function kept(rows: readonly CallRow[], gone: ReadonlySet<string>): CallRow[] {
  return rows.filter(({ id }) => !gone.has(id));
}
