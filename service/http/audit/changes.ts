import type { AuditDetails } from "@/lib/contract/audit";
import { grant } from "@/lib/contract/keys";
import { writeJson } from "@/lib/json/text";
import { entriesOf } from "./details";

/** A longer state of a field is not recorded, characters. */
const STATE_CHARS = 300;

/** Fields of answers that people change; counts, dates and ids are none, and no answer has a secret. */
const CHANGED = new Set([
  "name",
  "digest",
  "type",
  "address",
  "base_models",
  "metric",
  "condition",
  "window_seconds",
  "delay_seconds",
  "consecutive",
  "notify_on",
  "channels",
  "muted_until",
  "status",
  "scorer_ref",
  "unit",
  "filter",
  "query",
  "sampling_rate",
  "quiet_minutes",
  "budget_usd",
  "test_table_ref",
  "roles",
  "turned_off_at",
  "cost_basis",
  "protected_labels",
  "keep_days",
  "keep_queued",
  "keep_in_tables",
  "keep_annotated",
  "rules",
  "base_url",
  "models",
  "projects",
  "max_parallel",
]);

/** Fields of an answer that have what was changed in fields of their own. */
const AROUND = new Set(["alert", "rule", "experiment", "person", "connection", "definition", "runner"]);

/**
 * What changed between two answers of one shape, by field: `before_name`, `after_name`. What is long is left out. With `of`,
 * of roles only those on that project or pattern.
 */
export function changesBetween(before: unknown, after: unknown, of?: string): AuditDetails {
  const [was, is] = [statesOf(before, of), statesOf(after, of)];
  const details: AuditDetails = {};
  for (const field of CHANGED) {
    const [from, to] = [was.get(field) ?? "", is.get(field) ?? ""];
    if (from === to || from.length > STATE_CHARS || to.length > STATE_CHARS) continue;
    details[`before_${field}`] = from || "none";
    details[`after_${field}`] = to || "none";
  }
  return details;
}

function statesOf(value: unknown, of: string | undefined): Map<string, string> {
  const states = new Map<string, string>();
  for (const [field, found] of entriesOf(value)) {
    if (AROUND.has(field)) for (const [inner, text] of statesOf(found, of)) states.set(inner, text);
    else if (CHANGED.has(field) && found !== undefined && found !== null) states.set(field, textOf(field, found, of));
  }
  return states;
}

function textOf(field: string, value: unknown, of: string | undefined): string {
  if (field === "roles")
    return grant
      .array()
      .parse(value)
      .filter(({ project_pattern }) => of === undefined || project_pattern === of)
      .map(({ role, project_pattern }) => `${role} on ${project_pattern}`)
      .join(", ");
  return typeof value === "string" ? value : writeJson(value);
}
