import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { versionRef } from "@/lib/contract/refs";
import { SCORER_CLASS } from "@/lib/scorer/scorer-class";
import { readScorer, type StoredScorer } from "@/lib/scorer/stored-scorer";

/** Scorers that can be chosen, by name. */
const SCORERS = 200;

/** A version of a scorer, by its ref. */
export interface ListedScorer extends StoredScorer {
  ref: string;
  version: number;
}

/** The scorers of a project in their latest versions, by name. */
export function scorersList(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["objects", "scorers", { projectId }] as const,
    queryFn: async ({ signal }): Promise<ListedScorer[]> => {
      const body = {
        project_id: projectId,
        filter: { base_object_classes: [SCORER_CLASS], latest_only: true },
        sort_by: [{ field: "object_id", direction: "asc" as const }],
        limit: SCORERS,
      };
      const { objs } = await client.request("objsQuery", body, { signal });
      return objs.flatMap(({ object_id: name, digest, version_index: version, val }) => {
        const scorer = readScorer(val);
        return scorer ? [{ ...scorer, ref: versionRef(projectId, { kind: "object", name, digest }), version }] : [];
      });
    },
  });
}
