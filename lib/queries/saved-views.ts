import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { v7 as uuidV7 } from "uuid";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { JsonNode } from "@/lib/json/node";
import { toJsonText } from "@/lib/json/text";

/** The class of the objects that views are saved as. */
const VIEW_CLASS = "SavedView";

/** A named view of a list, for everyone in the project. */
export interface SavedView {
  /** Name of the object that it is saved as. */
  id: string;
  label: string;
  /** The part of the address that defines the view, without `?`. */
  search: string;
}

/** The views of a project's calls, by name. */
export function savedViews(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["saved-views", "list", { projectId }] as const,
    queryFn: async ({ signal }): Promise<SavedView[]> => {
      const filter = { base_object_classes: [VIEW_CLASS], latest_only: true };
      const { objs } = await client.request("objsQuery", { project_id: projectId, filter }, { signal });
      return objs
        .flatMap(({ object_id: id, val }) => readView(id, JsonNode.parse(val)) ?? [])
        .toSorted((a, b) => a.label.localeCompare(b.label));
    },
  });
}

/** Saves a view, new or under another name. */
export function saveView(projectId: string, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["saved-views", "save", { projectId }] as const,
    mutationFn: ({ id = `view-${uuidV7()}`, ...view }: Omit<SavedView, "id"> & { id?: string }) =>
      client.request("objCreate", viewBody(projectId, { id, ...view })),
    onSuccess: (_answer, _view, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ["saved-views"] }),
  });
}

export function deleteView(projectId: string, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["saved-views", "delete", { projectId }] as const,
    mutationFn: ({ id }: SavedView) => client.request("objDelete", { project_id: projectId, object_id: id }),
    onSuccess: (_answer, _view, _result, { client: cache }) => {
      // Not awaited, so that undo is offered at once.
      void cache.invalidateQueries({ queryKey: ["saved-views"] });
    },
  });
}

/** The body that publishes a view, which is the newest version of its object. */
export function viewBody(projectId: string, { id, label, search }: SavedView) {
  const val = { _type: VIEW_CLASS, label, view_type: "calls", definition: { search } };
  return {
    obj: { project_id: projectId, object_id: id, val: toJsonText(val), builtin_object_class: VIEW_CLASS },
  };
}

function readView(id: string, val: JsonNode): SavedView | undefined {
  const [label, type] = [val.get("label")?.string(), val.get("view_type")?.string()];
  const search = val.at(["definition", "search"])?.string();
  return type === "calls" && label !== undefined && search !== undefined ? { id, label, search } : undefined;
}
