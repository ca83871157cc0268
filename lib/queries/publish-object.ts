import { mutationOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { NewVersion } from "./objects";
import { publishOver } from "./publish-over";

/**
 * Publishes a version: an existing value creates no new version, but becomes the latest. That of a new object throws
 * `NewerVersion`, and publishes nothing, if its name is taken.
 */
export function publishObject(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["objects", "create"] as const,
    mutationFn: ({ isNew, ...obj }: NewVersion & { isNew: boolean }) =>
      isNew ? publishOver({ ...obj, replaces: undefined }, client) : client.request("objCreate", { obj }),
    onSuccess: (_made, _obj, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ["objects"] }),
  });
}
