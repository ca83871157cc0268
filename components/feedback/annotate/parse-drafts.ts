import type { Draft } from "@/lib/feedback/form-draft";

/** Stored drafts by annotation; none if they are invalid. */
export function parseDrafts(stored: string): Record<string, Draft> {
  if (stored === "") return {};
  try {
    const kept: unknown = JSON.parse(stored);
    return isDrafts(kept) ? kept : {};
  } catch {
    return {};
  }
}

function isDraft(value: unknown): value is Draft {
  return typeof value === "string" || (Array.isArray(value) ? value.every(isDraft) : isDrafts(value));
}

function isDrafts(value: unknown): value is Record<string, Draft> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every(isDraft);
}
