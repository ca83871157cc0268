import type { Role } from "@/lib/contract/endpoint";
import type { FieldError } from "@/lib/contract/field-errors";
import type { NewKey } from "@/lib/queries/keys";

import { ROLE_OPTIONS } from "./role-words";

/** A draft of a role; `row` identifies rows while they are edited. */
export interface GrantDraft {
  row: number;
  pattern: string;
  role: Role;
}

export interface KeyDraft {
  owner: string;
  grants: readonly GrantDraft[];
  defaultProject: string;
}

export const emptyKey: KeyDraft = { owner: "", grants: [{ row: 0, pattern: "", role: "member" }], defaultProject: "" };

/** A stored draft; an empty one if it is invalid. */
export function parseKeyDraft(text: string): KeyDraft {
  try {
    const kept: unknown = JSON.parse(text);
    return isKeyDraft(kept) ? kept : emptyKey;
  } catch {
    return emptyKey;
  }
}

function isKeyDraft(value: unknown): value is KeyDraft {
  if (!isRecord(value)) return false;
  const { owner, grants, defaultProject } = value;
  return (
    typeof owner === "string" && typeof defaultProject === "string" && Array.isArray(grants) && grants.every(isGrant)
  );
}

function isGrant(value: unknown): value is GrantDraft {
  if (!isRecord(value)) return false;
  const { row, pattern, role } = value;
  return typeof row === "number" && typeof pattern === "string" && ROLE_OPTIONS.some((option) => option.value === role);
}

function isRecord(value: unknown): value is Partial<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** The draft with another role to fill in, a copy of the last. */
export function withGrant(draft: KeyDraft): KeyDraft {
  const row = Math.max(-1, ...draft.grants.map((grant) => grant.row)) + 1;
  return { ...draft, grants: [...draft.grants, { row, pattern: "", role: draft.grants.at(-1)?.role ?? "member" }] };
}

/** The request: trimmed, with a default project only if one was typed. */
export function toNewKey({ owner, grants, defaultProject }: KeyDraft): NewKey {
  const project = defaultProject.trim();
  return {
    owner: owner.trim(),
    roles: grants.map(({ pattern, role }) => ({ project_pattern: pattern.trim(), role })),
    ...(project && { default_project: project }),
  };
}

/**
 * Splits the service's errors about what was `sent` into those of a form field, as long as the field is unchanged, and
 * all others.
 */
export function placeErrors(errors: readonly FieldError[], draft: KeyDraft, sent: NewKey | undefined) {
  const wrong = sent ? textsOf(sent) : new Map<string, string>();
  const now = textsOf(toNewKey(draft));
  return {
    at: (path: string) =>
      now.get(path) === wrong.get(path) ? errors.find((error) => error.path === path)?.message : undefined,
    rest: errors.filter(({ path }) => !wrong.has(path)),
  };
}

/** The text of each field, by its path in the request. */
function textsOf({ owner, roles, default_project }: NewKey): Map<string, string> {
  return new Map([
    ["owner", owner],
    ["default_project", default_project ?? ""],
    ...roles.map(({ project_pattern }, index) => [patternPath(index), project_pattern] as const),
  ]);
}

/** The path of a role's pattern in the request. */
export function patternPath(index: number): string {
  return `roles[${index}].project_pattern`;
}
