import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { JsonText } from "@/lib/json/text";

/** The class of the objects that presets are saved as. */
const PRESET_CLASS = "PlaygroundPreset";

/** The presets of a project, each in its latest version, last saved first; without their values. */
export function presetsList(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["objects", "presets", { projectId }] as const,
    queryFn: async ({ signal }) => {
      const body = {
        project_id: projectId,
        filter: { base_object_classes: [PRESET_CLASS], latest_only: true },
        sort_by: [{ field: "created_at", direction: "desc" } as const],
        metadata_only: true,
      };
      return (await client.request("objsQuery", body, { signal })).objs;
    },
  });
}

export function presetDetail(projectId: string, name: string, digest: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["objects", "preset", { projectId, name, digest }] as const,
    queryFn: async ({ signal }) =>
      (await client.request("objRead", { project_id: projectId, object_id: name, digest }, { signal })).obj,
  });
}

/** Saves a preset under a name; the same content creates no new version. */
export function savePreset(projectId: string, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["objects", "save-preset", { projectId }] as const,
    mutationFn: ({ name, val }: { name: string; val: JsonText }) =>
      client.request("objCreate", {
        obj: { project_id: projectId, object_id: name, val, builtin_object_class: PRESET_CLASS },
      }),
    onSuccess: (_made, _saved, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ["objects"] }),
  });
}
