import { TOKEN_COUNTS } from "@/lib/contract/call-kinds";
import type { CallUsage, TokenUsage } from "@/lib/contract/calls";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import { type ReadCounts, type UsageFields, readCounts, statedTier, toUsage, withServiceTier } from "./usage-fields";
import type { UsageRule } from "./usage-rule";

/** The names of Anthropic and Bedrock, which count the tokens of the cache beside the input. */
const CACHE_BESIDE = {
  cacheRead: ["cache_read_input_tokens", "cacheReadInputTokens", "cacheReadInputTokenCount"],
  cacheWrite: [
    "cache_creation_input_tokens",
    "cacheCreationInputTokens",
    "cacheWriteInputTokens",
    "cacheWriteInputTokenCount",
  ],
  cacheWrite5m: ["cache_creation.ephemeral_5m_input_tokens"],
  cacheWrite1h: ["cache_creation.ephemeral_1h_input_tokens"],
};

/** The names of Gemini, which counts reasoning beside the output. */
const REASONING_BESIDE = ["thoughts_tokens", "thoughts_token_count", "thoughtsTokenCount"];

/** The fields of a provider's usage, by the names of OpenAI, Anthropic, Gemini, Bedrock and those that repeat them. */
const PROVIDER_FIELDS: UsageFields = {
  input: ["prompt_tokens", "promptTokens", "prompt_token_count", "promptTokenCount", "input_tokens", "inputTokens"],
  output: [
    "completion_tokens",
    "completionTokens",
    "candidates_token_count",
    "candidatesTokenCount",
    "output_tokens",
    "outputTokens",
  ],
  total: ["total_tokens", "totalTokens", "total_token_count", "totalTokenCount"],
  cacheRead: [
    "prompt_tokens_details.cached_tokens",
    "input_tokens_details.cached_tokens",
    "input_token_details.cache_read",
    "promptTokensDetails.cachedTokens",
    "inputTokenDetails.cacheReadTokens",
    "prompt_cache_hit_tokens",
    "cached_content_token_count",
    "cachedContentTokenCount",
    "cachedInputTokens",
    "cachedPromptTokens",
    "cached_input_tokens",
    "cache_read_tokens",
    "cached_tokens",
    ...CACHE_BESIDE.cacheRead,
  ],
  cacheWrite: [
    "prompt_tokens_details.cache_write_tokens",
    "input_tokens_details.cache_write_tokens",
    "prompt_tokens_details.cache_creation_tokens",
    "input_tokens_details.cache_creation_tokens",
    "input_token_details.cache_creation",
    "inputTokenDetails.cacheWriteTokens",
    "cache_write_tokens",
    "cache_creation_tokens",
    ...CACHE_BESIDE.cacheWrite,
  ],
  cacheWrite5m: [
    "prompt_tokens_details.cache_creation_token_details.ephemeral_5m_input_tokens",
    "input_token_details.ephemeral_5m_input_tokens",
    ...CACHE_BESIDE.cacheWrite5m,
  ],
  cacheWrite1h: [
    "prompt_tokens_details.cache_write_1h_tokens",
    "prompt_tokens_details.cache_creation_token_details.ephemeral_1h_input_tokens",
    "input_token_details.ephemeral_1h_input_tokens",
    ...CACHE_BESIDE.cacheWrite1h,
  ],
  reasoning: [
    "completion_tokens_details.reasoning_tokens",
    "output_tokens_details.reasoning_tokens",
    "output_tokens_details.thinking_tokens",
    "output_token_details.reasoning",
    "completionTokensDetails.reasoningTokens",
    "outputTokenDetails.reasoningTokens",
    "reasoning_tokens",
    "reasoningTokens",
    ...REASONING_BESIDE,
  ],
  otherInput: ["tool_use_prompt_token_count", "toolUsePromptTokenCount"],
  serviceTier: ["service_tier", "serviceTier"],
};

/** The tokens in a provider's usage, as its response has it. Undefined without any count. */
export function providerUsage(usage: JsonNode): CallUsage | undefined {
  const read = providerCounts(usage);
  return toUsage(read, ruleOf(read));
}

/** The counts in a provider's usage, before it is known what is inside what. */
export function providerCounts(usage: JsonNode): ReadCounts {
  return readCounts((field) => usage.at(field.split(".")), PROVIDER_FIELDS);
}

/**
 * The tokens in a call's `summary.usage`, by model; a count that is absent or not a whole number is unknown. `output` is
 * the call's, which may be the provider's response: it shows whether a client has added the tokens of the cache to an
 * input that has none of them in the response, and which service tier the request had. With several models it is unknown
 * whose response it is.
 */
export function usageByModel(summary: JsonText, output?: JsonText): Map<string, CallUsage> {
  const byModel = new Map<string, CallUsage>();
  const models = [...(JsonNode.parse(summary).get("usage")?.entries() ?? [])];
  if (!models.some(([, counts]) => counts.kind === "object")) return byModel;
  const isOne = models.length === 1;
  const response = isOne ? responseIn(output) : undefined;
  for (const [model, counts] of models) {
    if (counts.kind !== "object") continue;
    const read = providerCounts(counts);
    const rule = ruleOf(read);
    const serviceTier = read.serviceTier ?? (isOne ? (response?.serviceTier ?? serviceTierIn(output)) : undefined);
    byModel.set(
      model,
      toUsage({ ...read, serviceTier }, isGross(read, response) ? { ...rule, cache: "inside" } : rule) ?? {},
    );
  }
  return byModel;
}

/** The tokens over all models of a call, with the service tier that all of them have. */
export function usageOfModels(byModel: ReadonlyMap<string, CallUsage>): CallUsage {
  const [first, ...others] = byModel.values();
  const isOne = others.every((usage) => statedTier(usage) === statedTier(first));
  return withServiceTier(sumUsage(byModel.values()), isOne ? statedTier(first) : undefined);
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

/** The service tier of a provider's response or of a request. */
export function serviceTierIn(payload: JsonText | undefined): string | undefined {
  if (payload?.kind !== "object" || !payload.text.includes('"service_tier"')) return undefined;
  const root = JsonNode.parse(payload);
  return root.get("service_tier")?.string() ?? root.at(["usage", "service_tier"])?.string();
}

function ruleOf({ fields }: ReadCounts): UsageRule {
  const cached = (["cacheRead", "cacheWrite", "cacheWrite5m", "cacheWrite1h"] as const).flatMap((name) => {
    const field = fields[name];
    return field === undefined ? [] : [CACHE_BESIDE[name].includes(field)];
  });
  const isInside = fields.input?.startsWith("prompt") === true || cached.includes(false);
  return {
    cache: isInside ? "inside" : "beside",
    reasoning: REASONING_BESIDE.includes(fields.reasoning ?? "") ? "beside" : "inside",
  };
}

function responseIn(output: JsonText | undefined): ReadCounts | undefined {
  if (output?.kind !== "object" || !output.text.includes('"usage"')) return undefined;
  const usage = JsonNode.parse(output).get("usage");
  const read = usage?.kind === "object" ? providerCounts(usage) : undefined;
  return read;
}

/** Weave's SDK since 0.54 reports Anthropic's input with the tokens of the cache; the response has it without them. */
function isGross({ counts }: ReadCounts, response: ReadCounts | undefined): boolean {
  const { input, cacheRead = 0, cacheWrite = 0 } = counts;
  const net = response?.counts.input;
  return input !== undefined && net !== undefined && input > net && input === net + cacheRead + cacheWrite;
}
