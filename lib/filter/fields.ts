import { CALL_KINDS, CALL_STATUSES } from "@/lib/contract/call-kinds";
import { fieldPath } from "@/lib/contract/expression";

/** What a field holds: `json` is a value of any kind inside a payload, `duration` milliseconds written with a unit. */
export type FieldType = "text" | "choice" | "number" | "duration" | "time" | "json";

export interface Field {
  /** What it is called in the filter's text. */
  name: string;
  path: string;
  type: FieldType;
  /** In a few words, for completion and the builder. */
  hint: string;
  /** All values there can be. */
  choices?: readonly string[];
}

const text = (name: string, path: string, hint: string): Field => ({ name, path, type: "text", hint });
const number = (name: string, path: string, hint: string): Field => ({ name, path, type: "number", hint });

/** The fields that have a short name. */
export const FIELDS: readonly Field[] = [
  { name: "status", path: "overview.status", type: "choice", hint: "how it ended", choices: CALL_STATUSES },
  text("op", "op_name", "operation"),
  text("name", "display_name", "name it was given"),
  text("model", "overview.model", "model"),
  { name: "kind", path: "overview.kind", type: "choice", hint: "what it does", choices: CALL_KINDS },
  { name: "latency", path: "overview.latency_ms", type: "duration", hint: "how long it took" },
  number("tokens", "overview.total_tokens", "tokens in all"),
  number("prompt_tokens", "overview.prompt_tokens", "tokens in"),
  number("completion_tokens", "overview.completion_tokens", "tokens out"),
  text("user", "overview.user_id", "whom it ran for"),
  text("recorded_by", "ext_user_id", "owner of the key"),
  text("thread", "thread_id", "conversation"),
  text("turn", "turn_id", "turn of a conversation"),
  text("trace", "trace_id", "trace id"),
  text("parent", "parent_id", "id of the call above"),
  text("id", "id", "call id"),
  text("run", "ext_run_id", "run id"),
  text("exception", "exception", "error text"),
  { name: "started", path: "started_at", type: "time", hint: "when it began" },
  { name: "ended", path: "ended_at", type: "time", hint: "when it was over" },
  number("dropped", "overview.dropped", "attributes not sent"),
  { name: "input", path: "inputs", type: "json", hint: "all that went in" },
  { name: "output", path: "output", type: "json", hint: "all that came out" },
  { name: "attributes", path: "attributes", type: "json", hint: "all attributes" },
  { name: "summary", path: "summary", type: "json", hint: "the whole summary" },
];

const byName = new Map(FIELDS.map((field) => [field.name, field]));
const byPath = new Map(FIELDS.map((field) => [field.path, field]));
const INSIDE = /^(inputs|output|attributes|summary)\./;

/** The field of a path in a query expression: one with a name, or a value inside a payload. */
export function fieldAt(path: string): Field | undefined {
  const known = byPath.get(path);
  if (known) return known;
  return isPayloadPath(path) ? { name: path, path, type: "json", hint: "a value inside" } : undefined;
}

/** The field that is written so in the filter's text: by its name or its path. */
export function fieldNamed(name: string): Field | undefined {
  return byName.get(name) ?? fieldAt(name);
}

/** Is it a dotted path into a payload, such as `inputs.messages.0.content`? */
export function isPayloadPath(path: string): boolean {
  return INSIDE.test(path) && fieldPath(path) !== undefined;
}
