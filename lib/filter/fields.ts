import { CALL_KINDS, CALL_STATUSES } from "@/lib/contract/call-kinds";
import { attributeAt, attributeField, parseAttributeField } from "@/lib/contract/attribute-field";
import { isOneEmoji } from "@/lib/contract/emoji";
import { fieldPath } from "@/lib/contract/expression";
import { FEEDBACK_COUNT, type FeedbackList, feedbackPlaces, shortFeedbackField } from "@/lib/contract/feedback-field";
import { PERIOD_WORDS } from "./period";

/** The type of a field: `json` is any value inside a payload or feedback, `duration` is milliseconds written with a unit. */
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
  /** Values that are often meant. */
  common?: readonly string[];
  /** What a value must be, in place of the usual words for the type. */
  wanted?: string;
}

const text = (name: string, path: string, hint: string): Field => ({ name, path, type: "text", hint });
const feedback = (name: string, path: FeedbackList, hint: string) => text(name, path, hint);
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
  number("cost", "overview.total_cost", "total cost"),
  number("stated_cost", "overview.stated_cost.total", "cost that the client states, in USD"),
  text("cost_source", "overview.stated_cost.source", "attribute or field with the stated cost"),
  {
    ...number("feedback", FEEDBACK_COUNT, "reaction, or number of feedback records"),
    common: ["👍", "👎"],
    wanted:
      "a reaction, such as 👎, or a number, as in feedback>2; for a score or an annotation, use its name, as in feedback.quality:good",
  },
  feedback("reaction", "feedback.reaction", "reaction that somebody gave"),
  feedback("note", "feedback.note", "text of a note"),
  feedback("comment", "feedback.comment", "text of a comment"),
  feedback("by", "feedback.by", "owner of the API key that gave feedback"),
  text("user", "overview.user_id", "end user"),
  text("recorded_by", "ext_user_id", "owner of the API key"),
  text("thread", "thread_id", "thread ID"),
  text("turn", "turn_id", "turn ID"),
  text("trace", "trace_id", "trace ID"),
  text("parent", "parent_id", "parent call ID"),
  text("id", "id", "call ID"),
  text("run", "ext_run_id", "W&B run ID"),
  text("exception", "exception", "error text"),
  { name: "started", path: "started_at", type: "time", hint: "start time", common: PERIOD_WORDS },
  { name: "ended", path: "ended_at", type: "time", hint: "end time", common: PERIOD_WORDS },
  number("dropped", "overview.dropped", "attributes dropped by the client"),
  { name: "input", path: "inputs", type: "json", hint: "entire input" },
  { name: "output", path: "output", type: "json", hint: "entire output" },
  { name: "attributes", path: "attributes", type: "json", hint: "all attributes" },
  { name: "summary", path: "summary", type: "json", hint: "entire summary" },
];

const byName = new Map(FIELDS.map((field) => [field.name, field]));
const byPath = new Map(FIELDS.map((field) => [field.path, field]));
const INSIDE = /^(inputs|output|attributes|summary)\./;
/** Names with dots that are no attributes. */
const OTHER_ROOTS = /^(inputs|output|attributes|summary|feedback|overview)\./;
const ATTRIBUTE_NAME = /^[A-Za-z_][\w$@-]*(?:\.[\w$@-]+)+$/;

/** The field for a path in a query expression: a named one, an attribute, or a value inside a payload or feedback. */
export function fieldAt(path: string): Field | undefined {
  const known = byPath.get(path);
  if (known) return known;
  const inside = { name: path, path, type: "json" } as const;
  const attribute = parseAttributeField(path);
  if (attribute !== undefined)
    return { ...inside, name: isAttributeName(attribute) ? attribute : path, hint: "attribute" };
  if (isPayloadPath(path)) return { ...inside, hint: "payload value" };
  return feedbackPlaces(path) && { ...inside, hint: "latest feedback value" };
}

/** The field that is meant by a field's name with this value: that of the number of records also takes reactions. */
export function fieldMeant(field: Field, value: string): Field {
  return (field.path === FEEDBACK_COUNT && isOneEmoji(value) && byName.get("reaction")) || field;
}

/** The field with this name or path in the filter's text; any other name with a dot is that of an attribute. */
export function fieldNamed(name: string): Field | undefined {
  return byName.get(name) ?? fieldAt(isAttributeName(name) ? attributeField(name) : name);
}

function isAttributeName(name: string): boolean {
  return ATTRIBUTE_NAME.test(name) && !OTHER_ROOTS.test(name) && !byPath.has(name);
}

/** The short form of a path, if it has one, otherwise the path. */
export function shortPath(path: string): string {
  const attribute = attributeAt(fieldPath(path) ?? []);
  if (attribute !== undefined && isAttributeName(attribute)) return attributeField(attribute);
  return shortFeedbackField(path) ?? path;
}

/** Whether it is the path of an attribute or of a value inside a payload, which a list can show as a column. */
export function isValuePath(path: string): boolean {
  return isPayloadPath(path) || parseAttributeField(path) !== undefined;
}

/** Whether it is a dotted path into a payload, such as `inputs.messages.0.content`. */
export function isPayloadPath(path: string): boolean {
  return INSIDE.test(path) && parseAttributeField(path) === undefined && fieldPath(path) !== undefined;
}
