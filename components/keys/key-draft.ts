import type { Role } from "@/lib/contract/endpoint";
import type { FieldError } from "@/lib/contract/errors";
import type { NewKey } from "@/lib/queries/keys";

/** A role in the making; `row` tells rows apart while they are edited. */
export interface GrantDraft {
  row: number;
  pattern: string;
  role: Role;
}

/** A key in the making, as it was typed. */
export interface KeyDraft {
  owner: string;
  grants: readonly GrantDraft[];
  defaultProject: string;
}

export const emptyKey: KeyDraft = { owner: "", grants: [{ row: 0, pattern: "", role: "member" }], defaultProject: "" };

/** With one more role to fill in, the same as the last. */
export function withGrant(draft: KeyDraft): KeyDraft {
  const row = Math.max(-1, ...draft.grants.map((grant) => grant.row)) + 1;
  return { ...draft, grants: [...draft.grants, { row, pattern: "", role: draft.grants.at(-1)?.role ?? "member" }] };
}

/** What is sent: padding gone, a default project only when one was typed. */
export function toNewKey({ owner, grants, defaultProject }: KeyDraft): NewKey {
  const project = defaultProject.trim();
  return {
    owner: owner.trim(),
    roles: grants.map(({ pattern, role }) => ({ project_pattern: pattern.trim(), role })),
    ...(project && { default_project: project }),
  };
}

/** Splits what the service found wrong into what stands beside a field of the form, and the rest. */
export function placeErrors(errors: readonly FieldError[], draft: KeyDraft) {
  const paths = ["owner", "default_project", ...draft.grants.map((_, index) => patternPath(index))];
  return {
    at: (path: string) => errors.find((error) => error.path === path)?.message,
    rest: errors.filter(({ path }) => !paths.includes(path)),
  };
}

/** Where a role's pattern stands in the request. */
export function patternPath(index: number): string {
  return `roles[${index}].project_pattern`;
}
