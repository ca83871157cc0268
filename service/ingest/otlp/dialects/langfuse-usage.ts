import type { TokenUsage } from "@/lib/contract/calls";
import type { JsonNode } from "@/lib/json/node";
import { readTokenCounts } from "@/lib/cost/reported-usage";

const CACHED = ["input_cached_tokens", "cache_read_input_tokens", "input_cache_read"];
const CACHE_WRITTEN = ["cache_creation_input_tokens", "input_cache_creation"];
const REASONING = ["output_reasoning_tokens", "output_reasoning"];

/**
 * Langfuse's `usage_details`: `input`, `output`, `total` and parts of them by free names, or a provider's own counts.
 * Some programs count parts beside `input` and `output`, others within them; a total shows which. Undefined when no count
 * is known.
 */
export function readUsageDetails(details: JsonNode | undefined): TokenUsage | undefined {
  if (details?.kind !== "object") return undefined;
  const count = (...names: string[]) => names.map((name) => tokens(details.get(name))).find((one) => one !== undefined);
  const [input, output, sent] = [count("input"), count("output"), count("total")];
  if (input === undefined && output === undefined && sent === undefined) return providerUsage(details);
  const [cached_tokens, cache_write_tokens] = [count(...CACHED), count(...CACHE_WRITTEN)];
  const reasoning_tokens = count(...REASONING);
  const rest = sent === undefined ? undefined : sent - (input ?? 0) - (output ?? 0);
  const prompt_tokens = whole(input, (cached_tokens ?? 0) + (cache_write_tokens ?? 0), rest);
  const inRest = rest === undefined ? undefined : rest - (prompt_tokens ?? 0) + (input ?? 0);
  const completion_tokens = whole(output, reasoning_tokens ?? 0, inRest);
  const sum =
    prompt_tokens !== undefined && completion_tokens !== undefined ? prompt_tokens + completion_tokens : undefined;
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: sent ?? sum ?? prompt_tokens,
    cached_tokens,
    cache_write_tokens,
    reasoning_tokens,
  };
}

/** A count with its parts: they are added where the total leaves room for them, or where they exceed the count. */
function whole(count: number | undefined, parts: number, rest: number | undefined): number | undefined {
  if (count === undefined || parts === 0) return count;
  const areBeside = rest === undefined ? parts > count : rest >= parts;
  return areBeside ? count + parts : count;
}

function providerUsage(details: JsonNode): TokenUsage | undefined {
  const usage = readTokenCounts(details);
  return Object.values(usage).some((count) => count !== undefined) ? usage : undefined;
}

function tokens(node: JsonNode | undefined): number | undefined {
  const count = node?.number();
  return count !== undefined && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}
