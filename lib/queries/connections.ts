import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type {
  Connection,
  connectionsCreateRequest,
  connectionsDeleteRequest,
  connectionsTestRequest,
  connectionsUpdateRequest,
} from "@/lib/contract/connections";
import { pollInterval } from "./polling";

const IDLE_MS = 15_000;

export type NewModelServer = z.input<typeof connectionsCreateRequest>;
export type ModelServerUpdate = z.input<typeof connectionsUpdateRequest>;
export type ModelServerTest = z.input<typeof connectionsTestRequest>;

/** Whether the service has yet to ask a model server for its models, as it does at once after a change. */
function isUnasked({ source, responds, problem }: Connection): boolean {
  return source === "stored" && responds === undefined && problem === undefined;
}

/** The model servers of the service, without their keys; for admins of all projects. */
export function modelServers(client: Client = browserClient) {
  return queryOptions({
    queryKey: ["connections", "list", {}] as const,
    queryFn: async ({ signal }) => (await client.request("connectionsQuery", {}, { signal })).connections,
    refetchInterval: (query) => {
      const interval = pollInterval(query);
      return interval && (query.state.data?.some(isUnasked) ? interval : Math.max(interval, IDLE_MS));
    },
  });
}

/** A usual address on the service's machine, asked when `look` (how often somebody has looked) is above 0. */
export function localModelServer(
  { provider, base_url, look }: Pick<ModelServerTest, "provider" | "base_url"> & { look: number },
  client: Client = browserClient,
) {
  return queryOptions({
    queryKey: ["local model servers", "detail", { provider, base_url, look }] as const,
    queryFn: ({ signal }) => client.request("connectionsTest", { provider, base_url }, { signal }),
    enabled: look > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

// The variables of these have keys, so the cache drops them once nothing shows their result.

/** Adds a model server; the same request with the same id adds nothing more. */
export function createModelServer(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["connections", "create"] as const,
    mutationFn: async (server: NewModelServer) => (await client.request("connectionsCreate", server)).connection,
    onSuccess: (_made, _server, _result, { client: cache }) => readAgain(cache),
    gcTime: 0,
  });
}

/** Changes a model server that was added; fails with `conflict` if its revision is not the one that is replaced. */
export function updateModelServer(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["connections", "update"] as const,
    mutationFn: async (update: ModelServerUpdate) => (await client.request("connectionsUpdate", update)).connection,
    onSuccess: (_changed, _update, _result, { client: cache }) => readAgain(cache),
    gcTime: 0,
  });
}

/** Deletes a model server that was added, with its key. */
export function deleteModelServer(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["connections", "delete"] as const,
    mutationFn: (server: z.input<typeof connectionsDeleteRequest>) => client.request("connectionsDelete", server),
    // After a conflict, too: the list has what somebody else changed.
    onSettled: (_deleted, _error, _server, _result, { client: cache }) => readAgain(cache),
  });
}

/** Lists the models of a model server and asks one of them a question, without storing anything. */
export function testModelServer(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["connections", "test"] as const,
    mutationFn: (test: ModelServerTest) => client.request("connectionsTest", test),
    gcTime: 0,
  });
}

async function readAgain(cache: QueryClient): Promise<void> {
  void cache.invalidateQueries({ queryKey: ["models"] });
  await cache.invalidateQueries({ queryKey: ["connections"] });
}
