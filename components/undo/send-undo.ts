import type { QueryClient } from "@tanstack/react-query";

import type { Client } from "@/lib/client/client";
import type { Endpoint } from "@/lib/contract/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { parseJson, slicePlan } from "@/lib/contract/json/slice";

import type { PendingUndo } from "./pending-undos";

/** Sends what undoes a change, and has the screens read anew what it touched. Throws what the service refused. */
export async function sendUndo(
  { requests, refreshes }: PendingUndo,
  client: Client,
  cache: QueryClient,
): Promise<void> {
  try {
    for (const { path, body } of requests) {
      const endpoint = endpointAt(path);
      if (!endpoint?.request) throw new Error(`There is no ${path} any more`);
      await client.request(endpoint, parseJson(body, slicePlan(endpoint.request)));
    }
  } finally {
    // Also after a failure: some of the requests may have been answered.
    await Promise.all(refreshes.map((resource) => cache.invalidateQueries({ queryKey: [resource] })));
  }
}

function endpointAt(path: string): Endpoint | undefined {
  return Object.values<Endpoint>(endpoints).find((endpoint) => endpoint.path === path);
}
