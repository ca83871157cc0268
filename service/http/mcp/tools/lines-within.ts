import { cutToTokens, estimateTokens } from "@/lib/trace-text/tokens";

/** The first of some texts, each with its own lines, as many as fit into a budget; at least one, cut if need be. */
export function linesWithin(items: readonly string[], tokens: number): { text: string; shown: number } {
  let left = tokens;
  let shown = 0;
  for (const item of items) {
    left -= estimateTokens(item) + 1;
    if (left < 0 && shown > 0) break;
    shown += 1;
  }
  return { text: cutToTokens(items.slice(0, shown).join("\n"), tokens), shown };
}
