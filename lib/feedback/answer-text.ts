import { JsonText } from "@/lib/json/text";
import { draftItems, writeDraft } from "./form-draft";
import type { FormField, Option } from "./form-field";

/** The answer that a text means for a field: the label of an option, a number, a text, or JSON; or what is wrong. */
export function answerOf(field: FormField, text: string): { json?: JsonText; problem?: string } {
  switch (field.kind) {
    case "choice":
      return chosen(field.options, text);
    case "choices": {
      const found = text.split(",").map((label) => chosen(field.options, label.trim()));
      const wrong = found.find(({ json }) => !json);
      return wrong ?? written(field, draftItems(found.map(({ json }) => json?.text)));
    }
    case "boolean":
      return /^(true|false)$/.test(text) ? { json: new JsonText(text) } : { problem: "must be true or false" };
    case "list":
    case "group":
      return written({ kind: "json" }, text);
    default:
      return written(field, text);
  }
}

function chosen(options: readonly Option[], text: string): { json?: JsonText; problem?: string } {
  const option = options.find(({ label }) => label === text) ?? options.find(({ raw }) => raw === text);
  if (option) return { json: new JsonText(option.raw) };
  return { problem: `must be one of ${options.map(({ label }) => label).join(", ")}` };
}

function written(field: FormField, draft: Parameters<typeof writeDraft>[1]): { json?: JsonText; problem?: string } {
  const { json, problems } = writeDraft(field, draft);
  const [first] = problems;
  return json ? { json } : { problem: first?.message ?? "is missing" };
}
