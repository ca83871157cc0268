import { callsPath } from "@/lib/format/address";

/** The address of the list of a model's calls since an instant. */
export function callsOfModel(projectId: string, model: string | undefined, since: string | undefined): string {
  const view = new URLSearchParams({ roots: "false" });
  if (since) view.set("from", since);
  if (model) view.set("q", model);
  return `${callsPath(projectId)}?${view.toString()}`;
}
