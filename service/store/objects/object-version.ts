import { versionAlias } from "@/lib/contract/digest";
import type { VersionKey } from "./objects-store";
import type { Parameters } from "@/service/store/sql/parameters";

/**
 * The condition that `o` is the version of a key in `project`, which is a placeholder; at most one matches. `latest` is
 * never a deleted one.
 */
export function versionCondition(project: string, key: VersionKey, parameters: Parameters): string {
  const name = parameters.add(key.object_id, "text");
  const ofName = `o.project_id = ${project} and o.object_id = ${name}`;
  const kind = key.kind && `kind = ${parameters.add(key.kind, "text")}`;
  const alias = versionAlias(key.digest);
  if (alias === "latest")
    return `${ofName} and o.deleted_at is null and o.publication = (
      select max(publication) from objects
      where project_id = ${project} and object_id = ${name} and deleted_at is null ${kind ? `and ${kind}` : ""})`;
  const ofKind = kind ? `and o.${kind}` : "";
  if (alias !== undefined) return `${ofName} and o.version_index = ${parameters.add(alias, "bigint")} ${ofKind}`;
  return `${ofName} and o.digest = ${parameters.add(key.digest, "text")} ${ofKind}`;
}
