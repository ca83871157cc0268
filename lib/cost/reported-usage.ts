import { TOKEN_COUNTS } from "@/lib/contract/call-kinds";
import type { TokenUsage } from "@/lib/contract/calls";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";

/**
 * The tokens in a call's `summary.usage`, model by model, in the spellings that SDKs send there: OpenAI's of chat and
 * of responses, and Anthropic's. A count that is absent, or no whole number, stays unknown.
 */
export function usageByModel(summary: JsonText): Map<string, TokenUsage> {
  const byModel = new Map<string, TokenUsage>();
  for (const [model, counts] of JsonNode.parse(summary).get("usage")?.entries() ?? []) {
    if (counts.kind === "object") byModel.set(model, readUsage(counts));
  }
  return byModel;
}

/** Adds up token counts; a count that none of them has stays unknown. */
export function sumUsage(usages: Iterable<TokenUsage>): TokenUsage {
  const sum: TokenUsage = {};
  for (const usage of usages) {
    for (const name of TOKEN_COUNTS) {
      const count = usage[name];
      if (count !== undefined) sum[name] = (sum[name] ?? 0) + count;
    }
  }
  return sum;
}

function readUsage(counts: JsonNode): TokenUsage {
  const first = (...paths: string[][]) => paths.map((path) => tokens(counts.at(path))).find(isKnown);
  const cacheRead = first(["cache_read_input_tokens"]);
  const cacheWritten = first(["cache_creation_input_tokens"]);
  // Anthropic counts input that went through its cache beside input_tokens, the others within them.
  const beside = first(["prompt_tokens"]) === undefined ? [cacheRead, cacheWritten] : [];
  const prompt = total(first(["prompt_tokens"], ["input_tokens"]), ...beside);
  const completion = first(["completion_tokens"], ["output_tokens"]);
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: first(["total_tokens"]) ?? total(prompt, completion),
    cached_tokens:
      first(["prompt_tokens_details", "cached_tokens"], ["input_tokens_details", "cached_tokens"]) ?? cacheRead,
    cache_write_tokens:
      first(["prompt_tokens_details", "cache_write_tokens"], ["input_tokens_details", "cache_write_tokens"]) ??
      cacheWritten,
    reasoning_tokens: first(
      ["completion_tokens_details", "reasoning_tokens"],
      ["output_tokens_details", "reasoning_tokens"],
    ),
  };
}

function tokens(node: JsonNode | undefined): number | undefined {
  const count = node?.number();
  return count !== undefined && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

function total(...counts: (number | undefined)[]): number | undefined {
  const known = counts.filter(isKnown);
  return known.length === 0 ? undefined : known.reduce((sum, count) => sum + count, 0);
}

function isKnown(count: number | undefined): count is number {
  return count !== undefined;
}
