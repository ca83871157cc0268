import type { QueryClient } from "@tanstack/react-query";

import type { Client } from "@/lib/client/client";
import { JsonText } from "@/lib/json/text";

import type { PendingUndo } from "./pending-undos";

const OTHER_VERSION = "The change was made with another version of the dashboard; undo it manually";

/** Sends the requests that undo a change, and invalidates the queries that it affects. Throws the service's error. */
export async function sendUndo(
  { requests, refreshes }: PendingUndo,
  client: Client,
  cache: QueryClient,
): Promise<void> {
  const { isEndpointName } = await import("@/lib/contract/endpoints");
  try {
    for (const { endpoint, body } of requests) {
      if (!isEndpointName(endpoint)) throw new Error(OTHER_VERSION);
      await client.request(endpoint, new JsonText(body));
    }
  } finally {
    // Also after a failure: some of the requests may have been answered.
    await Promise.all(refreshes.map((resource) => cache.invalidateQueries({ queryKey: [resource] })));
  }
}
