import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { keysCreateRequest } from "@/lib/contract/keys";

export type NewKey = z.input<typeof keysCreateRequest>;

/** The session's own key with its roles: see `allows`. */
export function ownKey(client: Client = browserClient) {
  return queryOptions({
    queryKey: ["keys", "self", {}] as const,
    queryFn: async ({ signal }) => (await client.request("keysSelf", {}, { signal })).key,
  });
}

/** The keys that the session's key may manage, newest first. */
export function keysList({ includeRevoked }: { includeRevoked: boolean }, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["keys", "list", { includeRevoked }] as const,
    queryFn: async ({ signal }) =>
      (await client.request("keysQuery", { include_revoked: includeRevoked }, { signal })).keys,
  });
}

/** Creates a key. Its text is only in the response; the cache drops it once nothing shows it. */
export function createKey(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["keys", "create"] as const,
    mutationFn: (key: NewKey) => client.request("keysCreate", key),
    onSuccess: (_made, _key, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ["keys", "list"] }),
    gcTime: 0,
  });
}

export function revokeKey(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["keys", "revoke"] as const,
    mutationFn: (id: string) => client.request("keysRevoke", { id }),
    onSuccess: (_revoked, _id, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ["keys", "list"] }),
  });
}
