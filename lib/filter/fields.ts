import { CALL_KINDS, CALL_STATUSES } from "@/lib/contract/call-kinds";
import { fieldPath } from "@/lib/contract/expression";

/** The type of a field: `json` is any value inside a payload, `duration` is milliseconds written with a unit. */
type FieldType = "text" | "choice" | "number" | "duration" | "time" | "json";

export interface Field {
  /** The field's name in the filter's text. */
  name: string;
  path: string;
  type: FieldType;
  /** A short description, for completion and the builder. */
  hint: string;
  /** All possible values. */
  choices?: readonly string[];
}

const text = (name: string, path: string, hint: string): Field => ({ name, path, type: "text", hint });
const number = (name: string, path: string, hint: string): Field => ({ name, path, type: "number", hint });

/** The fields with a short name. */
export const FIELDS: readonly Field[] = [
  { name: "status", path: "overview.status", type: "choice", hint: "status of the call", choices: CALL_STATUSES },
  text("op", "op_name", "op"),
  text("name", "display_name", "display name"),
  text("model", "overview.model", "model"),
  { name: "kind", path: "overview.kind", type: "choice", hint: "kind of call", choices: CALL_KINDS },
  { name: "latency", path: "overview.latency_ms", type: "duration", hint: "time from start to end" },
  number("tokens", "overview.total_tokens", "total tokens"),
  number("prompt_tokens", "overview.prompt_tokens", "input tokens"),
  number("completion_tokens", "overview.completion_tokens", "output tokens"),
  number("stated_cost", "overview.stated_cost.total", "cost that the client states, in USD"),
  text("cost_source", "overview.stated_cost.source", "attribute or field with the stated cost"),
  text("user", "overview.user_id", "end user"),
  text("recorded_by", "ext_user_id", "owner of the API key"),
  text("thread", "thread_id", "thread ID"),
  text("turn", "turn_id", "turn ID"),
  text("trace", "trace_id", "trace ID"),
  text("parent", "parent_id", "parent call ID"),
  text("id", "id", "call ID"),
  text("run", "ext_run_id", "W&B run ID"),
  text("exception", "exception", "error text"),
  { name: "started", path: "started_at", type: "time", hint: "start time" },
  { name: "ended", path: "ended_at", type: "time", hint: "end time" },
  number("dropped", "overview.dropped", "attributes dropped by the client"),
  { name: "input", path: "inputs", type: "json", hint: "entire input" },
  { name: "output", path: "output", type: "json", hint: "entire output" },
  { name: "attributes", path: "attributes", type: "json", hint: "all attributes" },
  { name: "summary", path: "summary", type: "json", hint: "entire summary" },
];

const byName = new Map(FIELDS.map((field) => [field.name, field]));
const byPath = new Map(FIELDS.map((field) => [field.path, field]));
const INSIDE = /^(inputs|output|attributes|summary)\./;

/** The field for a path in a query expression: a named one, or a value inside a payload. */
export function fieldAt(path: string): Field | undefined {
  const known = byPath.get(path);
  if (known) return known;
  return isPayloadPath(path) ? { name: path, path, type: "json", hint: "payload value" } : undefined;
}

/** The field with this name or path in the filter's text. */
export function fieldNamed(name: string): Field | undefined {
  return byName.get(name) ?? fieldAt(name);
}

/** Whether it is a dotted path into a payload, such as `inputs.messages.0.content`. */
export function isPayloadPath(path: string): boolean {
  return INSIDE.test(path) && fieldPath(path) !== undefined;
}
