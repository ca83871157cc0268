import type { AuditDetails } from "@/lib/contract/audit";
import { projectId } from "@/lib/contract/primitives";
import { JsonText } from "@/lib/json/text";

/** Longest text that a record repeats, characters, and the most ids of one list. */
const TEXT_CHARS = 200;
const LISTED = 10;

/** Fields that identify something or count it; no other field of a request or an answer is recorded. */
const FIELDS = [
  "object_id",
  "digest",
  "base_digest",
  "label",
  "replaced",
  "id",
  "ids",
  "feedback_id",
  "core_ref",
  "feedback_type",
  "annotation_ref",
  "call_id",
  "call_ids",
  "trace_ids",
  "thread_ids",
  "object_ids",
  "digests",
  "name",
  "version",
  "newLabels",
  "datasetName",
  "datasetId",
  "model_id",
  "base_model",
  "scorer_ref",
  "prompt_ref",
  "table_digest",
  "test_table_ref",
  "base_url",
  "address",
  "owner",
  "email",
  "turned_off",
  "kind",
  "taken_over",
  "keys_revoked",
  "action",
  "cost_basis",
  "main_currency",
  "protect_labels",
  "unprotect_labels",
  "keep_days",
  "keep_queued",
  "keep_in_tables",
  "keep_annotated",
  "until",
  "purged",
  "removed",
  "num_deleted",
  "num_restored",
  "refused",
  "budget_usd",
];

/** Lists of contents, of which only the number of items is recorded. */
const COUNTED = ["rows", "updates"];

/** Fields whose own fields are recorded like those beside them. */
const AROUND = ["obj", "table", "filter", "key", "alert", "experiment", "rule", "connection", "person", "invitation"];

/** What a request or an answer is about. */
export type Subject = { projects: string[]; details: AuditDetails };

/**
 * What a request or an answer is about: its projects, or patterns of them, and its ids, names and counts. Payloads and
 * secrets are left out, since only known fields are read. With `of`, only what is about that project.
 */
export function subjectOf(value: unknown, of?: string): Subject {
  const details: Record<string, string> = {};
  const projects = new Set<string>();
  for (const [field, found] of fieldsOf(value)) {
    const about =
      of !== undefined && field in PROJECT_OF ? listOf(found).filter((item) => nameIn(field, item) === of) : found;
    for (const project of projectsIn(field, about)) projects.add(project);
    Object.assign(details, detailsOf(field, about));
  }
  return { projects: [...projects], details };
}

/** The fields of a value and of those around it. */
const fieldsOf = (value: unknown) =>
  entriesOf(value).flatMap(([field, found]) => (AROUND.includes(field) ? entriesOf(found) : [[field, found] as const]));

export const entriesOf = (value: unknown): (readonly [string, unknown])[] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];

/** The projects that a field names: itself, in the items of a batch, or as the roles of a key. */
function projectsIn(field: string, found: unknown): string[] {
  if (field === "project_id") return typeof found === "string" ? [found] : [];
  if (!(field in PROJECT_OF)) return [];
  // A batch may have 100,000 items, mostly of one project.
  const names = new Set(listOf(found).map((item) => nameIn(field, item)));
  return [...names].flatMap((text) => {
    // The items of a batch are not validated yet.
    const known = field === "batch" ? projectId.safeParse(text).data : text;
    return known ?? [];
  });
}

/** Lists whose items have a project or a pattern each, and its field. */
const PROJECT_OF: Record<string, string> = { batch: "project_id", roles: "project_pattern" };

/** The project, or pattern, that an item of such a list names. */
function nameIn(field: string, item: unknown): string | undefined {
  if (typeof item !== "object" || item === null) return undefined;
  const text: unknown = Object.getOwnPropertyDescriptor(item, PROJECT_OF[field] ?? "")?.value;
  return typeof text === "string" ? text : undefined;
}

function detailsOf(field: string, found: unknown): AuditDetails {
  switch (field) {
    case "batch":
      return { items: String(listOf(found).length) };
    case "roles":
      return { roles: listed(listOf(found).map((grant) => textsOf(grant, ["role", "project_pattern"]).join(" on "))) };
    case "costs":
      return { models: listed(entriesOf(found).map(([model]) => model)) };
    case "query":
      return idsSelected(found);
    default:
      if (COUNTED.includes(field) && Array.isArray(found)) return { [field]: String(found.length) };
      return FIELDS.includes(field) ? shortened(field, found) : {};
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function textsOf(value: unknown, fields: readonly string[]): string[] {
  const found = new Map(entriesOf(value));
  return fields.flatMap((field) => {
    const text = found.get(field);
    return typeof text === "string" ? [text] : [];
  });
}

/** The ids that a query selects, if it selects by id alone: as the dashboard removes what a person has selected. */
function idsSelected(query: unknown): AuditDetails {
  const [operator, operands] = entriesOf(new Map(entriesOf(query)).get("$expr"))[0] ?? [];
  const [field, literals] = listOf(operands);
  if ((operator !== "$eq" && operator !== "$in") || textsOf(field, ["$getField"])[0] !== "id") return {};
  const ids = [literals].flat().flatMap((literal) => {
    const text = new Map(entriesOf(literal)).get("$literal");
    return text instanceof JsonText ? [text.text.replaceAll('"', "")] : [];
  });
  return { ids: listed(ids) };
}

function shortened(field: string, value: unknown): AuditDetails {
  switch (typeof value) {
    case "string":
      return { [field]: cut(value) };
    case "number":
    case "boolean":
      return { [field]: String(value) };
    default:
      if (value === null) return { [field]: "none" };
      return Array.isArray(value) ? { [field]: listed(value.flat().filter((one) => typeof one === "string")) } : {};
  }
}

function listed(texts: readonly string[]): string {
  const shown = texts.slice(0, LISTED).map(cut).join(", ");
  return texts.length > LISTED ? `${shown}, … (${texts.length})` : shown;
}

const cut = (text: string) => (text.length > TEXT_CHARS ? `${text.slice(0, TEXT_CHARS)}…` : text);
