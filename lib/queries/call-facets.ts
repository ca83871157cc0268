import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { Facet } from "@/lib/contract/call-facets";
import { exists } from "@/lib/contract/conditions";
import { JsonNode } from "@/lib/json/node";
import type { CallsListParams } from "./calls";
import { addPayloadPaths } from "@/lib/filter/payload-paths";
import { selectCalls } from "./select-calls";

interface FacetsParams extends CallsListParams {
  /** The names or paths of fields: see `facetPath`. */
  fields: readonly string[];
  /** Calls that took longer are counted as slow, milliseconds. */
  slowMs?: number;
}

/** The number of calls of a view by value, for each field. */
export function callFacets({ projectId, view, fields, slowMs }: FacetsParams, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["calls", "facets", { projectId, view: { ...view, sort: undefined }, fields, slowMs }] as const,
    queryFn: async ({ signal }): Promise<Facet[]> => {
      const asked = { fields: [...fields], slow_ms: slowMs };
      const body = { project_id: projectId, ...(await selectCalls(view, Date.now())), ...asked };
      return (await client.request("callsFacets", body, { signal })).facets;
    },
    placeholderData: keepPreviousData,
  });
}

/** Maximum number of roots, and of calls, whose payloads are scanned for fields, and maximum bytes of each. */
const SAMPLED_CALLS = 20;
const SAMPLED_BYTES = 200_000;
const PAYLOADS = ["inputs", "output", "attributes", "summary"] as const;

/**
 * Paths of the values inside the payloads of a view's newest calls, which can be shown as columns or filtered by. If the
 * view is not limited to roots, the newest roots are read too, which may be far above the newest calls.
 */
export function payloadPaths({ projectId, view }: CallsListParams, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["calls", "paths", { projectId, view: { ...view, sort: undefined } }] as const,
    queryFn: async ({ signal }): Promise<string[]> => {
      const newest = { sort_by: [{ field: "started_at", direction: "desc" as const }], limit: SAMPLED_CALLS };
      const sample = async (roots: boolean) => {
        const sized = {
          project_id: projectId,
          ...(await selectCalls({ ...view, roots }, Date.now())),
          ...newest,
          columns: ["id", "storage_size_bytes"],
          include_storage_size: true,
        };
        const ids: string[] = [];
        for await (const { id, storage_size_bytes: bytes = 0 } of client.stream("callsStreamQuery", sized, { signal }))
          if (bytes <= SAMPLED_BYTES) ids.push(id);
        return ids;
      };
      const ids = await Promise.all(view.roots ? [sample(true)] : [sample(true), sample(false)]);
      const paths = new Set<string>();
      const call_ids = [...new Set(ids.flat())];
      const body = { project_id: projectId, filter: { call_ids }, columns: ["id", ...PAYLOADS] };
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

/** Whether any call of a project has a value at a path; read only once a filter finds nothing. */
export function pathOccurs(projectId: string, path: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["calls", "occurs", { projectId, path }] as const,
    queryFn: async ({ signal }) => {
      const body = { project_id: projectId, query: { $expr: exists(path) }, limit: 1 };
      return (await client.request("callsQueryStats", body, { signal })).count > 0;
    },
    staleTime: 60_000,
  });
}
