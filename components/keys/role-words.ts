import { type Role, ROLES } from "@/lib/contract/endpoint";
import type { Grant } from "@/lib/contract/grants";

/** What each role may do, as the end of "who has it …". */
export const ROLE_WORDS: Record<Role, string> = {
  viewer: "reads",
  annotator: "reads and gives feedback",
  member: "also sends traces and calls models",
  admin: "also manages prices and keys",
};

/** Roles to choose from, the least first. */
export const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: role }));

/** `member on acme/bot, viewer on every project`. */
export function grantWords(grants: readonly Grant[]): string {
  return grants.map(({ role, project_pattern }) => `${role} on ${patternWords(project_pattern)}`).join(", ");
}

function patternWords(pattern: string): string {
  return pattern === "*" ? "every project" : pattern;
}
