import type { ObjectVersion } from "@/lib/contract/objects";
import { versionRef } from "@/lib/contract/refs";
import { callsPath, withSearch } from "@/lib/format/address";
import { toJsonText } from "@/lib/json/text";

import { LINKED_PROMPT } from "@/lib/contract/linked-prompt";
import { versionNumber } from "@/lib/contract/version-name";
import type { FieldFilter, Filter } from "./filter";
import { formatFilter } from "./format-filter";
import type { TimeSpan } from "./time-span";

/** Names a version of an object or op in its project. */
type NamedVersion = Pick<ObjectVersion, "project_id" | "kind" | "object_id" | "digest" | "version_index">;

/** The scheme of a ref, which is `weave` in payloads of W&B's SDKs. */
const SCHEME = /^\w+:/;

/**
 * The calls that a version was used in. Of an op, those of the version. Of an object, those that got it: with a ref to it
 * in their inputs or attributes, or linked to it as a prompt by Langfuse's SDKs.
 */
export function versionFilter(version: NamedVersion): Filter {
  const { project_id: projectId, kind, object_id: name, digest, version_index: index } = version;
  const ref = versionRef(projectId, { kind, name, digest });
  if (kind === "op") return field("op_name", "is", ref);
  const withoutScheme = ref.replace(SCHEME, "");
  return {
    kind: "or",
    parts: [
      field("inputs", "contains", withoutScheme),
      field("attributes", "contains", withoutScheme),
      {
        kind: "and",
        parts: [field(LINKED_PROMPT.name, "is", name), field(LINKED_PROMPT.version, "is", versionNumber(index))],
      },
    ],
  };
}

/** `versionFilter` as text. */
export function versionFilterText(version: NamedVersion): string {
  return formatFilter(versionFilter(version));
}

/** The address of the list of the calls of a version that started within a span. */
export function versionCallsPath(version: NamedVersion, { from, to, range }: TimeSpan): string {
  return withSearch(callsPath(version.project_id), {
    q: versionFilterText(version),
    from: from ?? undefined,
    to: to ?? undefined,
    range: range ?? undefined,
    roots: "false",
  });
}

function field(path: string, comparison: FieldFilter["comparison"], value: string | number): FieldFilter {
  return { kind: "field", field: path, comparison, values: [toJsonText(value)] };
}
