import type { FeedbackGroup } from "@/lib/feedback/by-group";
import { escapePattern } from "@/lib/contract/expression";
import { versionRef } from "@/lib/contract/refs";
import { combine, type Filter } from "@/lib/filter/filter";
import { formatFilter } from "@/lib/filter/format-filter";
import { callsPath, withSearch } from "@/lib/format/address";
import type { FeedbackGrouping } from "@/lib/queries/feedback-analysis";
import { toJsonText } from "@/lib/json/text";

import { groupingWords } from "./analysis-params";

const SHORT_DIGEST = 7;

const NONE: Readonly<Record<FeedbackGrouping, string>> = {
  model: "No model",
  op: "No op",
  version: "No version",
  user: "No user",
};

/** The name of a group: a model, an op, `answer 3fa2c1b`, a user; of all groups that are not counted separately. */
export function groupWords({ of }: Pick<FeedbackGroup, "of">, by: FeedbackGrouping): string {
  if (!of) return `All other ${groupingWords[by]}s`;
  if (by === "version") {
    const { op, version } = of;
    if (op === undefined) return NONE.op;
    return version === undefined ? `${op} (no version)` : `${op} ${version.slice(0, SHORT_DIGEST)}`;
  }
  return (by === "user" ? of["user_id"] : of[by]) ?? NONE[by];
}

/** The list of a group's calls, whenever they started; undefined if its calls have nothing in common to filter by. */
export function groupHref(
  projectId: string,
  { of }: Pick<FeedbackGroup, "of">,
  by: FeedbackGrouping,
): string | undefined {
  const filter = of && groupFilter(projectId, of, by);
  return filter && withSearch(callsPath(projectId), { q: formatFilter(filter), roots: "false" });
}

function groupFilter(
  projectId: string,
  of: Readonly<Record<string, string>>,
  by: FeedbackGrouping,
): Filter | undefined {
  const is = (field: string, value: string): Filter => ({
    kind: "field",
    field,
    comparison: "is",
    values: [toJsonText(value)],
  });
  const { model, op, version, user_id: user } = of;
  if (by === "model") return model === undefined ? undefined : is("overview.model", model);
  if (by === "user") return user === undefined ? undefined : is("overview.user_id", user);
  if (op === undefined) return undefined;
  if (version !== undefined) return is("op_name", versionRef(projectId, { kind: "op", name: op, digest: version }));
  const anyVersion = escapePattern(versionRef(projectId, { kind: "op", name: op, digest: "" })) + "*";
  return combine("or", [
    is("op_name", op),
    ...(by === "op"
      ? [{ kind: "field" as const, field: "op_name", comparison: "like" as const, values: [toJsonText(anyVersion)] }]
      : []),
  ]);
}
