import type { CallUsage } from "@/lib/contract/calls";
import { type FieldLookup, readCounts, toUsage, type UsageFields } from "@/lib/cost/usage-fields";
import type { UsageRule } from "@/lib/cost/usage-rule";
import type { Attributes } from "@/service/ingest/otlp/any-value";
import { nodeOf, stringOf } from "@/service/ingest/otlp/attributes";
import { lookupIn } from "@/service/ingest/otlp/usage";

/** A field in the metadata that a provider returns with its response, whichever provider it is. */
const PROVIDER = "ai.response.providerMetadata.*.";
const ofProvider = (...fields: string[]) => fields.map((field) => `${PROVIDER}${field}`);

const FIELDS: UsageFields = {
  input: ["ai.usage.inputTokens", "ai.usage.promptTokens", "gen_ai.usage.input_tokens", "ai.usage.tokens"],
  output: ["ai.usage.outputTokens", "ai.usage.completionTokens", "gen_ai.usage.output_tokens"],
  total: ["ai.usage.totalTokens"],
  cacheRead: [
    "ai.usage.inputTokenDetails.cacheReadTokens",
    "ai.usage.cachedInputTokens",
    ...ofProvider(
      "cachedPromptTokens",
      "cacheReadInputTokens",
      "cachedInputTokens",
      "promptCacheHitTokens",
      "usage.cache_read_input_tokens",
      "usage.cacheReadInputTokens",
      "usage.promptTokensDetails.cachedTokens",
      "usageMetadata.cachedContentTokenCount",
    ),
  ],
  cacheWrite: [
    "ai.usage.inputTokenDetails.cacheWriteTokens",
    ...ofProvider(
      "cacheCreationInputTokens",
      "cacheWriteInputTokens",
      "usage.cache_creation_input_tokens",
      "usage.cacheWriteInputTokens",
    ),
  ],
  cacheWrite5m: ofProvider("usage.cache_creation.ephemeral_5m_input_tokens"),
  cacheWrite1h: ofProvider("usage.cache_creation.ephemeral_1h_input_tokens"),
  reasoning: [
    "ai.usage.outputTokenDetails.reasoningTokens",
    "ai.usage.reasoningTokens",
    ...ofProvider(
      "reasoningTokens",
      "usage.completionTokensDetails.reasoningTokens",
      "usageMetadata.thoughtsTokenCount",
    ),
  ],
  serviceTier: ofProvider("serviceTier", "usage.service_tier", "usage.serviceTier"),
};

/** Version 6 counts the cache in the input and reasoning in the output, whatever the provider does. */
const NEW_FIELDS = /^ai\.usage\.(input|output)TokenDetails\./;
const NEW_RULE: UsageRule = { cache: "inside", reasoning: "inside" };

/** Providers whose counts have the cache beside the input, or reasoning beside the output. */
const CACHE_BESIDE = /anthropic|bedrock/;
const REASONING_BESIDE = /^(google|xai)\b/;

/** The counts of a span. Before version 6 they are the provider's, with a total that the SDK often adds up itself. */
export function aiSdkUsage(attributes: Attributes): CallUsage | undefined {
  const isNew = [...attributes.keys()].some((key) => NEW_FIELDS.test(key));
  return toUsage(readCounts(lookup(attributes), FIELDS), isNew ? NEW_RULE : oldRule(attributes));
}

function oldRule(attributes: Attributes): UsageRule {
  const provider = stringOf(attributes, "ai.model.provider", "gen_ai.system") ?? "";
  const isCacheBeside = CACHE_BESIDE.test(provider);
  return {
    cache: isCacheBeside ? "beside" : "inside",
    reasoning: REASONING_BESIDE.test(provider) && !isCacheBeside ? "beside" : "inside",
    isTotalSum: isCacheBeside,
  };
}

function lookup(attributes: Attributes): FieldLookup {
  const providers = [...(nodeOf(attributes, "ai.response.providerMetadata")?.entries() ?? [])].map(([, node]) => node);
  const own = lookupIn(attributes);
  return (field) => {
    if (!field.startsWith(PROVIDER)) return own(field);
    const path = field.slice(PROVIDER.length).split(".");
    return providers.map((provider) => provider.at(path)).find((node) => node !== undefined);
  };
}
