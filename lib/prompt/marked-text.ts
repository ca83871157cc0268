import { VARIABLE_NAME } from "@/lib/playground/variable-names";

/** A piece of a text: a variable as it is written, or anything else. */
export interface TextPiece {
  text: string;
  isVariable: boolean;
}

const VARIABLE = new RegExp(String.raw`(\{\{\s*${VARIABLE_NAME}\s*\}\})`, "u");

/** A text cut at its `{{variables}}`; together the pieces are the text. */
export function cutAtVariables(text: string): TextPiece[] {
  return text
    .split(VARIABLE)
    .map((piece, index) => ({ text: piece, isVariable: index % 2 === 1 }))
    .filter((piece) => piece.text !== "");
}
