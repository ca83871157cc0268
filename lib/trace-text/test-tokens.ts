import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

/** For tests: the tokens of a text in o200k_base, as counted by its table; marks of special tokens count as text. */
export function realTokens(text: string): number {
  return countTokens(text, { disallowedSpecial: new Set() });
}
