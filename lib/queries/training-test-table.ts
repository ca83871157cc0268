import { mutationOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { trainingJobDetail } from "./training";

/** Sets the test table of a job by its ref, or removes it. */
export function setTestTable(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["training", "test-table"] as const,
    mutationFn: ({ id, ref }: { id: string; ref: string | null }) =>
      client.request("trainingJobTestTable", { id, test_table_ref: ref }),
    onSuccess: (job, { id }, _result, { client: cache }) => {
      cache.setQueryData(trainingJobDetail(id).queryKey, job);
      // Also ends a reading that began before.
      void cache.invalidateQueries({ queryKey: trainingJobDetail(id).queryKey });
      void cache.invalidateQueries({ queryKey: ["training", "jobs"] });
    },
  });
}
