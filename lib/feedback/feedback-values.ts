import { feedbackPlaces } from "@/lib/contract/feedback-field";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";

interface FeedbackRecord {
  feedback_type: string;
  payload: JsonText;
}

/** The values of one field of feedback, in its long or short form (see `feedbackPlaces`), in the order of the records. */
export function feedbackValues(records: readonly FeedbackRecord[], field: string): JsonNode[] {
  const places = feedbackPlaces(field) ?? [];
  return records.flatMap(({ feedback_type: type, payload }) => {
    const root = JsonNode.parse(payload);
    const paths = places.find((place) => place.type === type)?.paths ?? [];
    return paths.flatMap((path) => valueAt(root, path) ?? []).slice(0, 1);
  });
}

function valueAt(root: JsonNode, path: readonly string[]): JsonNode | undefined {
  return path.reduce<JsonNode | undefined>((node, name) => node?.get(name) ?? node?.item(Number(name)), root);
}
