import { ROLES } from "@/lib/contract/endpoint";
import { type Grant, defaultProjectOf } from "@/lib/contract/grants";
import type { Rights } from "@/service/store/people/people-store";

/**
 * What the members of groups may do; undefined if none of the groups gives a role. Of several roles on a pattern, the
 * highest counts. Groups that give no role are not kept.
 */
export function rightsOf(
  groups: readonly string[],
  rolesByGroup: ReadonlyMap<string, readonly Grant[]>,
): Rights | undefined {
  const known = [...new Set(groups)].filter((group) => rolesByGroup.has(group)).toSorted();
  const highest = new Map<string, Grant>();
  for (const { project_pattern, role } of known.flatMap((group) => rolesByGroup.get(group) ?? [])) {
    const other = highest.get(project_pattern);
    if (other && ROLES.indexOf(other.role) >= ROLES.indexOf(role)) continue;
    highest.set(project_pattern, { project_pattern, role });
  }
  if (highest.size === 0) return undefined;
  const roles = [...highest.values()];
  return { groups: known, roles, defaultProject: defaultProjectOf(roles) };
}
