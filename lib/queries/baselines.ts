import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { PinnedBaselines } from "@/lib/experiment/baseline";
import { JsonNode } from "@/lib/json/node";

/** The class of the objects that pinned baselines are saved as, one for each evaluation. */
export const BASELINE_CLASS = "PinnedBaseline";

/** The pinned baselines of a project. */
export function pinnedBaselines(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["baselines", { projectId }] as const,
    queryFn: async ({ signal }): Promise<PinnedBaselines> => {
      const filter = { base_object_classes: [BASELINE_CLASS], latest_only: true };
      const { objs } = await client.request("objsQuery", { project_id: projectId, filter }, { signal });
      return new Map(
        objs.flatMap(({ val }): [string, string][] => {
          const node = JsonNode.parse(val);
          const [evaluation, experiment] = [node.get("evaluation")?.string(), node.get("experiment")?.string()];
          return evaluation === undefined || experiment === undefined ? [] : [[evaluation, experiment]];
        }),
      );
    },
  });
}
