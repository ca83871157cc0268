import { mutationOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { CallRow } from "@/lib/contract/calls";
import { removeRows } from "./live-list";

/**
 * Deletes calls with everything below them: removed from the lists at once, restored if the service rejects the
 * request.
 */
export function deleteCalls(projectId: string, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["calls", "delete", { projectId }] as const,
    mutationFn: (ids: readonly string[]) =>
      client.request("callsDelete", { project_id: projectId, call_ids: [...ids] }),
    onMutate: async (ids, { client: cache }) => {
      const deletedIds = new Set(ids);
      const keys = { list: ["calls", "list"], live: ["calls", "live"] };
      await removeRows<CallRow>(cache, keys, ({ id }) => deletedIds.has(id));
    },
    onSettled: (_data, error, _ids, _result, { client: cache }) =>
      error
        ? cache.resetQueries({ queryKey: ["calls", "list"] })
        : cache.invalidateQueries({
            predicate: ({ queryKey: [resource, kind] }) => resource === "calls" && kind !== "list",
          }),
  });
}
