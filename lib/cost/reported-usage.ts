import { TOKEN_COUNTS } from "@/lib/contract/call-kinds";
import type { TokenUsage } from "@/lib/contract/calls";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";

/**
 * The tokens in a call's `summary.usage`, by model, in the formats that SDKs send: OpenAI's chat and responses APIs,
 * and Anthropic's. A count that is absent or not an integer is unknown.
 */
export function usageByModel(summary: JsonText): Map<string, TokenUsage> {
  const byModel = new Map<string, TokenUsage>();
  for (const [model, counts] of JsonNode.parse(summary).get("usage")?.entries() ?? []) {
    if (counts.kind === "object") byModel.set(model, readTokenCounts(counts));
  }
  return byModel;
}

/** Sums token counts; a count that none of them has stays unknown. */
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

/** The tokens of one model in one of those formats. */
export function readTokenCounts(counts: JsonNode): TokenUsage {
  const count = (name: string) => tokens(counts.get(name));
  const detail = (of: string, name: string) => tokens(counts.get(of)?.get(name));
  const cacheRead = count("cache_read_input_tokens");
  const cacheWritten = count("cache_creation_input_tokens");
  const prompted = count("prompt_tokens");
  const input = prompted ?? count("input_tokens");
  const completion = count("completion_tokens") ?? count("output_tokens");
  const sent = count("total_tokens");
  // Anthropic does not include cached tokens in input_tokens; the others do, which a total of the two proves.
  const isIncluded = prompted !== undefined || (sent !== undefined && sent === total(input, completion));
  const prompt = isIncluded ? input : total(input, cacheRead, cacheWritten);
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: sent ?? total(prompt, completion),
    cached_tokens:
      detail("prompt_tokens_details", "cached_tokens") ?? detail("input_tokens_details", "cached_tokens") ?? cacheRead,
    cache_write_tokens:
      detail("prompt_tokens_details", "cache_write_tokens") ??
      detail("input_tokens_details", "cache_write_tokens") ??
      cacheWritten,
    reasoning_tokens:
      detail("completion_tokens_details", "reasoning_tokens") ?? detail("output_tokens_details", "reasoning_tokens"),
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
