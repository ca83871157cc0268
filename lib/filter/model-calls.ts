import { toJsonText } from "@/lib/contract/json/text";
import { callsPath } from "@/lib/format/address";

import type { Filter } from "./filter";
import { formatFilter } from "./format-filter";

const FIELD = { kind: "field", field: "overview.model" } as const;

/** The address of the list of a model's calls since an instant; without a model, of those that name none. */
export function modelCallsPath(projectId: string, model: string | undefined, since: string | undefined): string {
  const filter: Filter =
    model === undefined
      ? { kind: "not", part: { ...FIELD, comparison: "exists", values: [] } }
      : { ...FIELD, comparison: "is", values: [toJsonText(model)] };
  const view = new URLSearchParams({ q: formatFilter(filter), roots: "false" });
  if (since) view.set("from", since);
  return `${callsPath(projectId)}?${view.toString()}`;
}
