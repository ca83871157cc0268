import { versionAlias } from "@/lib/contract/version-alias";
import { labelProblem } from "@/lib/contract/label-name";
import type { VersionKey } from "./objects-store";
import type { Parameters } from "@/service/store/sql/parameters";

/**
 * The condition that `o` is the version of a key in `project`, which is a placeholder; at most one matches. `latest` is
 * never a deleted one, nor is that of a label. No label looks like a digest, so one text is never both.
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
  const digest = parameters.add(key.digest, "text");
  if (labelProblem(key.digest) !== undefined) return `${ofName} and o.digest = ${digest} ${ofKind}`;
  return `${ofName} and o.digest = (
    select digest from object_labels
    where project_id = ${project} and object_id = ${name} and label = ${digest}) ${ofKind}`;
}
