import { CORRECTION, correctionOf } from "@/lib/format/feedback-words";
import { JsonText } from "@/lib/json/text";

/** The newest of the corrected outputs among the records on a call, oldest first. */
export function latestCorrection(
  records: readonly { feedback_type: string; payload: JsonText }[],
): JsonText | undefined {
  const latest = records.findLast(({ feedback_type: type }) => type === CORRECTION);
  const output = correctionOf(latest?.feedback_type, latest?.payload);
  return output && new JsonText(output.raw);
}
