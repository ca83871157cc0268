import { toJsonText } from "@/lib/json/text";
import { callsPath, withSearch } from "@/lib/format/address";

import type { Filter } from "./filter";
import { formatFilter } from "./format-filter";

const MODEL = { kind: "field", field: "overview.model" } as const;
/** Kinds that show the model of the calls below them but do not count their tokens. */
const ABOVE: Filter = {
  kind: "not",
  part: { kind: "field", field: "overview.kind", comparison: "is", values: [toJsonText("agent"), toJsonText("chain")] },
};

/** The address of the list of a model's own calls since an instant; without a model, of calls that name none. */
export function modelCallsPath(projectId: string, model: string | undefined, since: string | undefined): string {
  const filter: Filter =
    model === undefined
      ? { kind: "not", part: { ...MODEL, comparison: "exists", values: [] } }
      : { kind: "and", parts: [{ ...MODEL, comparison: "is", values: [toJsonText(model)] }, ABOVE] };
  return withSearch(callsPath(projectId), { q: formatFilter(filter), roots: "false", from: since || undefined });
}
