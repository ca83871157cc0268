import type { Role } from "@/lib/contract/endpoint";
import type { Grant } from "@/lib/contract/grants";
import { ROLE_OPTIONS } from "@/lib/format/role-words";

/** A draft of a role; `row` identifies rows while they are edited. */
export interface GrantDraft {
  row: number;
  pattern: string;
  role: Role;
}

export const FIRST_GRANT: GrantDraft = { row: 0, pattern: "", role: "member" };

/** Roles as they are edited. */
export function draftsOf(grants: readonly Grant[]): GrantDraft[] {
  return grants.map(({ project_pattern: pattern, role }, row) => ({ row, pattern, role }));
}

/** The drafts with another role to fill in, a copy of the last. */
export function withGrant(drafts: readonly GrantDraft[]): GrantDraft[] {
  const row = Math.max(-1, ...drafts.map((draft) => draft.row)) + 1;
  return [...drafts, { row, pattern: "", role: drafts.at(-1)?.role ?? "member" }];
}

/** The roles of a request: trimmed. */
export function toGrants(drafts: readonly GrantDraft[]): Grant[] {
  return drafts.map(({ pattern, role }) => ({ project_pattern: pattern.trim(), role }));
}

/** Drafts that were stored as text; undefined if it is invalid. */
export function parseGrantDrafts(text: string): GrantDraft[] | undefined {
  try {
    const kept: unknown = JSON.parse(text);
    return Array.isArray(kept) && kept.every(isGrantDraft) ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function isGrantDraft(value: unknown): value is GrantDraft {
  if (typeof value !== "object" || value === null) return false;
  const { row, pattern, role }: Partial<Record<string, unknown>> = { ...value };
  return typeof row === "number" && typeof pattern === "string" && ROLE_OPTIONS.some((option) => option.value === role);
}

/** The path of a role's pattern in a request. */
export function patternPath(index: number): string {
  return `roles[${index}].project_pattern`;
}
