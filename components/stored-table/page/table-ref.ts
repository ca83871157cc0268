import { formatRef, type RefStep } from "@/lib/contract/refs";
import type { TableParams } from "@/lib/queries/tables";

export function tableRef(
  { projectId, digest }: TableParams,
  path: readonly RefStep[] = [],
  scheme: "core" | "weave" = "core",
): string | undefined {
  const [entity, project] = projectId.split("/");
  if (!entity || !project) return undefined;
  return formatRef({ scheme, entity, project, kind: "table", digest, path: [...path] });
}
