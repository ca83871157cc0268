import { mutationOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { WorkTakeOver } from "@/lib/contract/work";

/** Takes over something of a person who was turned off, or resumes what was stopped. */
export function takeOverWork(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["work", "takeOver"] as const,
    mutationFn: (work: WorkTakeOver) => client.request("workTakeOver", work),
    onSuccess: (_taken, _work, _result, { client: cache }) => cache.invalidateQueries(),
  });
}
