import type { TokenUsage } from "@/lib/contract/calls";
import { formatCount } from "@/lib/format/number";

const SHARES: (keyof TokenUsage)[] = ["cached_tokens", "cache_write_tokens", "reasoning_tokens"];
const PARTS: [keyof TokenUsage, string][] = [
  ["prompt_tokens", "prompt"],
  ["cached_tokens", "of them cached"],
  ["cache_write_tokens", "of them written to the cache"],
  ["completion_tokens", "completion"],
  ["reasoning_tokens", "of them reasoning"],
  ["total_tokens", "total"],
];

/** All counts of a usage in words; what is not known is left out, and so is a share that is none. */
export function usageWords(usage: TokenUsage): string {
  return PARTS.filter(([part]) => usage[part] !== undefined && !(usage[part] === 0 && SHARES.includes(part)))
    .map(([part, word]) => `${formatCount(usage[part])} ${word}`)
    .join(", ");
}
