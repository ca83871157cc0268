import { type Role, ROLES } from "@/lib/contract/endpoint";
import type { Grant } from "@/lib/contract/grants";

/** What each role may do. */
export const ROLE_WORDS: Record<Role, string> = {
  viewer: "Can read",
  annotator: "Can read and give feedback",
  member: "Can read, give feedback, send traces and call models",
  admin: "Can do everything a member can, and manage prices and keys",
};

/** Roles to select, the lowest first. */
export const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: role }));

/** `member on acme/bot, viewer on every project`. */
export function grantWords(grants: readonly Grant[]): string {
  return grants.map(({ role, project_pattern }) => `${role} on ${patternWords(project_pattern)}`).join(", ");
}

function patternWords(pattern: string): string {
  return pattern === "*" ? "every project" : pattern;
}
