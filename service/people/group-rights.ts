import type { Grant } from "@/lib/contract/grants";
import { highestGrants } from "@/lib/contract/highest-grants";
import type { GroupRights } from "@/service/store/people/people-store";

/** What the members of groups may do. Groups that give no role are not kept. */
export function rightsOf(groups: readonly string[], rolesByGroup: ReadonlyMap<string, readonly Grant[]>): GroupRights {
  const known = [...new Set(groups)].filter((group) => rolesByGroup.has(group)).toSorted();
  return { groups: known, roles: highestGrants(known.flatMap((group) => rolesByGroup.get(group) ?? [])) };
}
