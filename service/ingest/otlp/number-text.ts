import { JsonText } from "@/lib/json/text";

/**
 * A double as the shortest JSON number that reads back as it; a whole one keeps its `.0`, so that it is still seen to
 * be a double. NaN and the infinities have no JSON number and become strings, as in protobuf's JSON mapping.
 */
export function doubleText(value: number): JsonText | string {
  if (!Number.isFinite(value)) return String(value);
  const text = Object.is(value, -0) ? "-0" : String(value);
  return new JsonText(/^-?\d+$/.test(text) ? `${text}.0` : text);
}
