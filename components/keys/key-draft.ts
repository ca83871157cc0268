import { FIRST_GRANT, type GrantDraft, isGrantDraft, patternPath, toGrants } from "@/components/ui/grant-draft";
import type { FieldError } from "@/lib/contract/field-errors";
import type { NewKey } from "@/lib/queries/keys";

export interface KeyDraft {
  owner: string;
  grants: readonly GrantDraft[];
  defaultProject: string;
}

export const emptyKey: KeyDraft = { owner: "", grants: [FIRST_GRANT], defaultProject: "" };

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
    typeof owner === "string" &&
    typeof defaultProject === "string" &&
    Array.isArray(grants) &&
    grants.every(isGrantDraft)
  );
}

function isRecord(value: unknown): value is Partial<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** The request: trimmed, with a default project only if one was typed. */
export function toNewKey({ owner, grants, defaultProject }: KeyDraft): NewKey {
  const project = defaultProject.trim();
  return {
    owner: owner.trim(),
    roles: toGrants(grants),
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
