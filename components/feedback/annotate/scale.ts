import type { FormField, Option } from "@/lib/feedback/form-field";
import { withMinus } from "@/lib/format/minus";

const MOST_STEPS = 11;

/** The options of an integer between close bounds, lowest first; undefined for any other number. */
export function scaleOf({ isInteger, min, max }: FormField & { kind: "number" }): readonly Option[] | undefined {
  if (!isInteger || min === undefined || max === undefined || max - min >= MOST_STEPS) return undefined;
  const first = Math.ceil(min);
  const count = Math.floor(max) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, step) => ({
    raw: String(first + step),
    label: withMinus(String(first + step)),
  }));
}

/** The options that a digit key can select. */
export function optionsOf(field: FormField): readonly Option[] {
  switch (field.kind) {
    case "choice":
    case "choices":
      return field.options;
    case "boolean":
      return [
        { raw: "true", label: "Yes" },
        { raw: "false", label: "No" },
      ];
    case "number":
      return scaleOf(field) ?? [];
    default:
      return [];
  }
}
