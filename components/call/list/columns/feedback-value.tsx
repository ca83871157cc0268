"use client";

import { feedbackPlaces, parseFeedbackField } from "@/lib/contract/feedback-field";
import { JsonNode } from "@/lib/json/node";
import { typeWords } from "@/lib/format/feedback-words";
import { withMinus } from "@/lib/format/minus";

import { useCallExtras } from "./call-extras";

interface FeedbackValueProps {
  id: string;
  /** The long or the short form, see `feedbackPlaces`. */
  field: string;
}

/** The latest value of one type of feedback on a call; all of them in its title. */
export function FeedbackValue({ id, field }: FeedbackValueProps) {
  const values = feedbackValues(useCallExtras().feedbackOf(id), field);
  const last = values.at(-1);
  if (last === undefined) return <span className="text-faint">—</span>;
  return (
    <bdi title={values.join(", ")} className="tabular-nums">
      {last}
    </bdi>
  );
}

/** The label of a feedback column: `quality`, `Reaction`, `rating score`. */
export function fieldWords(field: string): string {
  const { type = field.replace(/^feedback\./, "").replaceAll("\\.", "."), path = [] } = parseFeedbackField(field) ?? {};
  const isPlain = path.length === 1 && ["emoji", "note", "value", "output"].includes(path[0] ?? "");
  return [typeWords(type), ...(isPlain ? [] : [path.join(".")])].join(" ");
}

type Records = ReturnType<ReturnType<typeof useCallExtras>["feedbackOf"]>;

function feedbackValues(records: Records = [], field: string): string[] {
  const places = feedbackPlaces(field) ?? [];
  return records.flatMap(({ feedback_type: type, payload }) => {
    const root = JsonNode.parse(payload);
    const paths = places.find((place) => place.type === type)?.paths ?? [];
    const [value] = paths.flatMap((path) => valueAt(root, path) ?? []);
    return value ? [value.kind === "number" ? withMinus(value.raw) : (value.string() ?? value.raw)] : [];
  });
}

function valueAt(root: JsonNode, path: readonly string[]): JsonNode | undefined {
  return path.reduce<JsonNode | undefined>((node, name) => node?.get(name) ?? node?.item(Number(name)), root);
}
