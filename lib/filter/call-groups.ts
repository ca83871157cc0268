import { escapePattern } from "@/lib/contract/expression";
import { versionRef } from "@/lib/contract/refs";
import { callsPath, withSearch } from "@/lib/format/address";
import { toJsonText } from "@/lib/json/text";

import { combine, type Filter } from "./filter";
import { formatFilter } from "./format-filter";

/** What calls are grouped by; a version is one of an op. */
export type CallGrouping = "model" | "op" | "version" | "user";
/** The values that a group's calls have in common, by the field of statistics. */
type Group = Readonly<Record<string, string>>;

const SHORT_DIGEST = 7;

const NONE: Readonly<Record<CallGrouping, string>> = {
  model: "No model",
  op: "No op",
  version: "No version",
  user: "No user",
};

/** The name of a group: a model, an op, `answer 3fa2c1b`, a user. */
export function callGroupWords(group: Group, by: CallGrouping): string {
  if (by === "version") {
    const { op, version } = group;
    if (op === undefined) return NONE.op;
    return version === undefined ? `${op} (no version)` : `${op} ${version.slice(0, SHORT_DIGEST)}`;
  }
  return (by === "user" ? group["user_id"] : group[by]) ?? NONE[by];
}

/**
 * The address of the list of a group's calls, by default whenever they started; undefined if its calls have nothing in
 * common to filter by.
 */
export function callGroupPath(
  projectId: string,
  group: Group,
  by: CallGrouping,
  time: Readonly<Record<string, string>> = {},
): string | undefined {
  const filter = groupFilter(projectId, group, by);
  return filter && withSearch(callsPath(projectId), { q: formatFilter(filter), ...time, roots: "false" });
}

function groupFilter(projectId: string, group: Group, by: CallGrouping): Filter | undefined {
  const is = (field: string, value: string): Filter => ({
    kind: "field",
    field,
    comparison: "is",
    values: [toJsonText(value)],
  });
  const { model, op, version, user_id: user } = group;
  if (by === "model") return model === undefined ? undefined : is("overview.model", model);
  if (by === "user") return user === undefined ? undefined : is("overview.user_id", user);
  if (op === undefined) return undefined;
  if (version !== undefined) return is("op_name", versionRef(projectId, { kind: "op", name: op, digest: version }));
  const anyVersion = escapePattern(versionRef(projectId, { kind: "op", name: op, digest: "" })) + "%";
  return combine("or", [
    is("op_name", op),
    ...(by === "op"
      ? [{ kind: "field" as const, field: "op_name", comparison: "like" as const, values: [toJsonText(anyVersion)] }]
      : []),
  ]);
}
