import { ROLES } from "./endpoint";
import type { Grant } from "./grants";

/** The same rights with one grant per pattern: of several roles on a pattern, the highest counts. */
export function highestGrants(grants: readonly Grant[]): Grant[] {
  const highest = new Map<string, Grant>();
  for (const { project_pattern, role } of grants) {
    const other = highest.get(project_pattern);
    if (other && ROLES.indexOf(other.role) >= ROLES.indexOf(role)) continue;
    highest.set(project_pattern, { project_pattern, role });
  }
  return [...highest.values()];
}
