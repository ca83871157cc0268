import { formatRef, type RefStep } from "@/lib/contract/refs";
import type { TableParams } from "@/lib/queries/tables";

/** The ref of a stored table, or of what is in it. */
export function tableRef(
  { projectId, digest }: TableParams,
  path: readonly RefStep[] = [],
  scheme: "core" | "weave" = "core",
): string | undefined {
  const [entity, project] = projectId.split("/");
  if (!entity || !project) return undefined;
  return formatRef({ scheme, entity, project, kind: "table", digest, path: [...path] });
}
