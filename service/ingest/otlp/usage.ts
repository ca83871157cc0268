import type { TokenUsage } from "@/lib/contract/calls";
import type { Attributes } from "./any-value";
import { countOf } from "./attributes";

/** For each count the attributes that may carry it, best first. */
export type UsageKeys = { [count in keyof TokenUsage]-?: readonly string[] };

/** Token counts of a span; a total that was not sent is the sum, when both sides are known. Undefined without any. */
export function readUsage(attributes: Attributes, keys: UsageKeys): TokenUsage | undefined {
  const prompt_tokens = countOf(attributes, ...keys.prompt_tokens);
  const completion_tokens = countOf(attributes, ...keys.completion_tokens);
  const sum =
    prompt_tokens !== undefined && completion_tokens !== undefined ? prompt_tokens + completion_tokens : undefined;
  const usage: TokenUsage = {
    prompt_tokens,
    completion_tokens,
    total_tokens: countOf(attributes, ...keys.total_tokens) ?? sum,
    cached_tokens: countOf(attributes, ...keys.cached_tokens),
    cache_write_tokens: countOf(attributes, ...keys.cache_write_tokens),
    reasoning_tokens: countOf(attributes, ...keys.reasoning_tokens),
  };
  return known(usage);
}

/** The usage as one model's entry of a call's `summary.usage`. */
export function summaryUsage(usage: TokenUsage): Record<string, unknown> {
  const { cached_tokens, cache_write_tokens, reasoning_tokens, ...counts } = usage;
  return {
    requests: 1,
    ...counts,
    prompt_tokens_details: known({ cached_tokens, cache_write_tokens }),
    completion_tokens_details: known({ reasoning_tokens }),
  };
}

/** The counts, undefined when all are. */
function known(counts: TokenUsage): TokenUsage | undefined {
  return Object.values(counts).some((count) => count !== undefined) ? counts : undefined;
}
