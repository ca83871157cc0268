import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";

/** Names rarely change. */
const STALE_MS = 5 * 60_000;

/**
 * The name of the person whose records have this owner; null for an owner who is no person, or if names cannot be read:
 * they are shown in addition. The owners that a page shows are asked for together.
 */
export function personName(owner: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["people", "name", { owner }] as const,
    queryFn: async () => (await import("./ask-names")).nameOf(owner, client),
    staleTime: STALE_MS,
    retry: false,
  });
}
