import type { TokenUsage } from "@/lib/contract/calls";
import { formatCount } from "@/lib/format/number";

const SHARES: (keyof TokenUsage)[] = [
  "cached_tokens",
  "cache_write_tokens",
  "cache_write_1h_tokens",
  "reasoning_tokens",
];
const PARTS: [keyof TokenUsage, string][] = [
  ["prompt_tokens", "input"],
  ["cached_tokens", "cached"],
  ["cache_write_tokens", "written to cache"],
  ["cache_write_1h_tokens", "of these for an hour"],
  ["completion_tokens", "output"],
  ["reasoning_tokens", "reasoning"],
  ["total_tokens", "total"],
];

/** All counts of a usage as text, without unknown counts and zero shares. */
export function usageWords(usage: TokenUsage): string {
  return PARTS.filter(([part]) => usage[part] !== undefined && !(usage[part] === 0 && SHARES.includes(part)))
    .map(([part, word]) => `${formatCount(usage[part])} ${word}`)
    .join(", ");
}
