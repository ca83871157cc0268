import { toJsonText } from "@/lib/contract/json/text";
import type { Filter } from "@/lib/filter/filter";
import { formatFilter } from "@/lib/filter/format-filter";
import { callsPath } from "@/lib/format/address";

const FIELD = { kind: "field", field: "overview.model" } as const;

/** The address of the list of a model's calls since an instant; without a model, of those that name none. */
export function callsOfModel(projectId: string, model: string | undefined, since: string | undefined): string {
  const filter: Filter =
    model === undefined
      ? { kind: "not", part: { ...FIELD, comparison: "exists", values: [] } }
      : { ...FIELD, comparison: "is", values: [toJsonText(model)] };
  const view = new URLSearchParams({ q: formatFilter(filter), roots: "false" });
  if (since) view.set("from", since);
  return `${callsPath(projectId)}?${view.toString()}`;
}
