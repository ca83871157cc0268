"use client";

import { parseFeedbackField } from "@/lib/contract/feedback-field";
import { feedbackValues } from "@/lib/feedback/feedback-values";
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
  const values = feedbackValues(useCallExtras().feedbackOf(id) ?? [], field).map((value) =>
    value.kind === "number" ? withMinus(value.raw) : (value.string() ?? value.raw),
  );
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
