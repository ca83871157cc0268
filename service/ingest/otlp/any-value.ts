import { JsonText } from "@/lib/json/text";

/** An OTLP AnyValue: numbers are JSON text with all their digits, bytes are base64 text, an empty value is null. */
export type AnyValue = string | boolean | null | JsonText | AnyValue[] | Attributes;

/** Key-values in the order sent. */
export type Attributes = Map<string, AnyValue>;

/** The exact JSON of a value. */
export function valueJson(value: AnyValue): JsonText {
  return value instanceof JsonText ? value : new JsonText(valueText(value));
}

function valueText(value: AnyValue): string {
  if (value instanceof JsonText) return value.text;
  if (value instanceof Map)
    return `{${[...value].map(([key, member]) => `${JSON.stringify(key)}:${valueText(member)}`).join(",")}}`;
  return Array.isArray(value) ? `[${value.map(valueText).join(",")}]` : JSON.stringify(value);
}
