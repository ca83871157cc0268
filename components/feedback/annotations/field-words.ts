import type { FormField } from "@/lib/feedback/form-field";
import { counted, formatCount } from "@/lib/format/number";

const shownOptions = 6;

/** A short description of an annotation's question. */
export function fieldWords(field: FormField): string {
  switch (field.kind) {
    case "number":
      return `${field.isInteger ? "whole number" : "number"}${rangeWords(field.min, field.max)}`;
    case "choice":
      return `one of ${optionWords(field.options)}`;
    case "choices":
      return `any of ${optionWords(field.options)}`;
    case "boolean":
      return "yes or no";
    case "text":
      return field.maxLength === undefined ? "text" : `text, at most ${counted(field.maxLength, "character")}`;
    case "list":
      return `list, each ${fieldWords(field.item)}`;
    case "group":
      return field.members.map(({ name }) => name).join(", ");
    case "json":
      return "JSON";
  }
}

function rangeWords(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return `, at least ${min}`;
  return max === undefined ? "" : `, at most ${max}`;
}

function optionWords(options: readonly { label: string }[]): string {
  const shown = options.slice(0, shownOptions).map(({ label }) => label);
  const more = options.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${formatCount(more)} more` : ""}`;
}
