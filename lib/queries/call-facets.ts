import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { Facet, FacetField } from "@/lib/contract/call-facets";
import { JsonNode } from "@/lib/json/node";
import type { CallsListParams } from "./calls";
import { selectCalls } from "@/lib/filter/calls-view";
import { addPayloadPaths } from "@/lib/filter/payload-paths";

/** The number of calls of a view by value. */
export function callFacets(
  { projectId, view }: CallsListParams,
  fields: readonly FacetField[],
  client: Client = browserClient,
) {
  return queryOptions({
    queryKey: ["calls", "facets", { projectId, view: { ...view, sort: undefined }, fields }] as const,
    queryFn: async ({ signal }): Promise<Facet[]> => {
      const body = { project_id: projectId, ...selectCalls(view, Date.now()), fields: [...fields] };
      return (await client.request("callsFacets", body, { signal })).facets;
    },
    placeholderData: keepPreviousData,
  });
}

/** Maximum number of calls whose payloads are scanned for fields, and maximum bytes of each. */
const SAMPLED_CALLS = 20;
const SAMPLED_BYTES = 200_000;
const PAYLOADS = ["inputs", "output", "attributes", "summary"] as const;

/** Paths of the values inside the payloads of a view's newest calls, which can be shown as columns or filtered by. */
export function payloadPaths({ projectId, view }: CallsListParams, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["calls", "paths", { projectId, view: { ...view, sort: undefined } }] as const,
    queryFn: async ({ signal }): Promise<string[]> => {
      const newest = { sort_by: [{ field: "started_at", direction: "desc" as const }], limit: SAMPLED_CALLS };
      const sized = {
        project_id: projectId,
        ...selectCalls(view, Date.now()),
        ...newest,
        columns: ["id", "storage_size_bytes"],
        include_storage_size: true,
      };
      const ids: string[] = [];
      for await (const { id, storage_size_bytes: bytes = 0 } of client.stream("callsStreamQuery", sized, {
        signal,
      }))
        if (bytes <= SAMPLED_BYTES) ids.push(id);
      const paths = new Set<string>();
      const body = { project_id: projectId, filter: { call_ids: ids }, columns: ["id", ...PAYLOADS] };
      for await (const row of client.stream("callsStreamQuery", body, { signal }))
        for (const payload of PAYLOADS) {
          const json = row[payload];
          if (json) addPayloadPaths(JsonNode.parse(json), payload, paths);
        }
      return [...paths].toSorted();
    },
    staleTime: 60_000,
  });
}
