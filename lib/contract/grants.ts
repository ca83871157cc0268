import { DEFAULT_ENTITY } from "./default-project";
import { type Role, ROLES } from "./endpoint";

/** A role on every project that the pattern covers. */
export interface Grant {
  project_pattern: string;
  role: Role;
}

/** The owner of the admin key. */
export const ADMIN_OWNER = "admin";

/** Whether a pattern covers a project. `project` may also be a pattern, whose projects must all be covered. */
export function covers(pattern: string, project: string): boolean {
  if (pattern === "*" || pattern === project) return true;
  return pattern.endsWith("/*") && project.startsWith(pattern.slice(0, -1));
}

/** The patterns on which grants give the role, or one that includes it. */
export function patternsWith(grants: readonly Grant[], role: Role): string[] {
  const enough = ROLES.slice(ROLES.indexOf(role));
  return grants.flatMap((one) => (enough.includes(one.role) ? [one.project_pattern] : []));
}

/** Whether grants give the role on a project. Of several that cover it, the highest role counts. */
export function allows(grants: readonly Grant[], project: string, role: Role): boolean {
  return patternsWith(grants, role).some((pattern) => covers(pattern, project));
}

/** Whether grants make an admin of every project, who manages what belongs to the whole service. */
export function isServiceAdmin(grants: readonly Grant[]): boolean {
  return patternsWith(grants, "admin").includes("*");
}

/**
 * The default project for a key's records that name none, unless specified: the first project, or the entity's
 * `default`.
 */
export function defaultProjectOf([first]: readonly Pick<Grant, "project_pattern">[]): string {
  const pattern = first?.project_pattern ?? "*";
  if (pattern === "*") return `${DEFAULT_ENTITY}/default`;
  return pattern.endsWith("/*") ? `${pattern.slice(0, -1)}default` : pattern;
}
