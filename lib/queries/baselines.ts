import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { type BaselineByScore, datasetOf, type PinnedBaselines } from "@/lib/experiment/baseline";
import { JsonNode } from "@/lib/json/node";

/** The class of the objects that pinned baselines are saved as, one for each dataset. */
export const BASELINE_CLASS = "PinnedBaseline";

/** The pinned baselines of a project. */
export function pinnedBaselines(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["baselines", { projectId }] as const,
    queryFn: async ({ signal }): Promise<PinnedBaselines> => {
      const filter = { base_object_classes: [BASELINE_CLASS], latest_only: true };
      const { objs } = await client.request("objsQuery", { project_id: projectId, filter }, { signal });
      const oldestFirst = objs.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1));
      const nodes = oldestFirst.map(({ val }) => JsonNode.parse(val));
      return new Map([...nodes.flatMap(formerBaseline), ...nodes.flatMap(baselinesOfDataset)]);
    },
  });
}

/** `{dataset, experiments: {score: id}}`. */
function baselinesOfDataset(node: JsonNode): [string, BaselineByScore][] {
  const dataset = node.get("dataset")?.string();
  if (dataset === undefined) return [];
  const entries = [...(node.get("experiments")?.entries() ?? [])].flatMap(([score, id]): [string, string][] => {
    const text = id.string();
    return text === undefined ? [] : [[score, text]];
  });
  return [[dataset, new Map(entries)]];
}

/** `{evaluation, experiment}`, which pinned the baseline of one version of an evaluation. */
function formerBaseline(node: JsonNode): [string, BaselineByScore][] {
  const [evaluation, experiment] = [node.get("evaluation")?.string(), node.get("experiment")?.string()];
  return evaluation === undefined || experiment === undefined
    ? []
    : [[datasetOf(evaluation), new Map([["", experiment]])]];
}
