import { VARIABLE, VARIABLE_NAME } from "@/lib/playground/variable-names";

/**
 * How a stored text marks variables: `{{name}}`; `{name}`, with all other braces doubled, as Python formats it; or
 * `{name}`, with all other braces as they are.
 */
export type VariableFormat = "mustache" | "f-string" | "single braces";

interface Conversion {
  /** A stored text with variables as `{{name}}`. */
  read: (text: string) => string;
  write: (text: string) => string;
}

const asIs = (text: string) => text;
const DOUBLED_OR_VARIABLE = new RegExp(String.raw`\{\{|\}\}|\{(${VARIABLE_NAME})\}`, "gu");
const SINGLE_VARIABLE = new RegExp(String.raw`\{(${VARIABLE_NAME})\}`, "gu");
const VARIABLE_OR_BRACE = new RegExp(`${VARIABLE.source}|[{}]`, "gu");

export const CONVERSIONS: Record<VariableFormat, Conversion> = {
  mustache: { read: asIs, write: asIs },
  "f-string": {
    read: (text) =>
      text.replaceAll(DOUBLED_OR_VARIABLE, (found, name?: string) =>
        name === undefined ? found.slice(1) : `{{${name}}}`,
      ),
    write: (text) =>
      text.replaceAll(VARIABLE_OR_BRACE, (found, name?: string) => (name === undefined ? found + found : `{${name}}`)),
  },
  "single braces": {
    read: (text) => text.replaceAll(SINGLE_VARIABLE, "{{$1}}"),
    write: (text) => text.replaceAll(VARIABLE, "{$1}"),
  },
};

/** Whether texts that were read in this format are written as they were. */
export function isLossless(format: VariableFormat, texts: readonly string[]): boolean {
  const { read, write } = CONVERSIONS[format];
  return texts.every((text) => write(read(text)) === text);
}
