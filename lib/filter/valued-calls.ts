import { isOneOf, whereAll } from "@/lib/contract/conditions";
import { feedbackField, shortFeedbackField, valueFields } from "@/lib/contract/feedback-field";
import { callsPath, withSearch } from "@/lib/format/address";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";

import { formatFilter } from "./format-filter";
import { fromExpression } from "./from-expression";

/** Comparisons cut longer values off. */
const VALUE_CHARS = 100;

/** A value of a type of feedback, as a comparison counts it: a number or boolean as its text. */
export interface FeedbackValue {
  type: string;
  value: string;
}

/**
 * The address of the list of the calls whose latest feedback of each type has these values; undefined if a filter cannot
 * name one.
 */
export function valuedCallsPath(projectId: string, values: readonly FeedbackValue[]): string | undefined {
  const conditions = values.map(({ type, value }) => {
    const [first] = valueFields(type);
    const field = first === undefined || value.length >= VALUE_CHARS ? undefined : feedbackField(type, first);
    return field === undefined ? undefined : isOneOf(shortFeedbackField(field) ?? field, spellings(value));
  });
  const known = conditions.filter((condition) => condition !== undefined);
  const where = known.length === conditions.length ? whereAll(known) : undefined;
  return where && withSearch(callsPath(projectId), { q: formatFilter(fromExpression(where.$expr)), roots: "false" });
}

/** What a value may be that is compared by its text. */
function spellings(text: string): readonly unknown[] {
  const node = JsonNode.read(text);
  return node?.kind === "number" || node?.kind === "boolean" ? [new JsonText(text), text] : [text];
}
