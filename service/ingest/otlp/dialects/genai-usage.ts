import type { CallUsage } from "@/lib/contract/calls";
import { providerCounts } from "@/lib/cost/reported-usage";
import { readCounts, toUsage, type UsageFields } from "@/lib/cost/usage-fields";
import type { UsageCounts, UsageRule } from "@/lib/cost/usage-rule";
import type { Attributes } from "@/service/ingest/otlp/any-value";
import { stringOf } from "@/service/ingest/otlp/attributes";
import { readPythonLiteral } from "@/service/ingest/otlp/python-literal";
import type { ScopeSpans } from "@/service/ingest/otlp/span";
import { lookupIn } from "@/service/ingest/otlp/usage";

/** Counts by the names of the conventions and of those that extend them: `details` are Pydantic AI's. */
const FIELDS: UsageFields = {
  input: ["gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens", "llm.usage.prompt_tokens"],
  output: ["gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens", "llm.usage.completion_tokens"],
  total: ["gen_ai.usage.total_tokens", "llm.usage.total_tokens"],
  cacheRead: [
    "gen_ai.usage.cache_read.input_tokens",
    "gen_ai.usage.cache_read_input_tokens",
    "gen_ai.usage.cache_read_tokens",
    "gen_ai.usage.input_cached_tokens",
    "gen_ai.usage.cached_input_tokens",
    "gen_ai.usage.cached_tokens",
    "gen_ai.usage.input_tokens.cached",
    "gen_ai.usage.prompt_tokens_details.cached_tokens",
    "gen_ai.usage.prompt_tokens_details.cache_read",
    "gen_ai.usage.input_token_details.cache_read",
    "gen_ai.usage.details.cache_read_tokens",
    "gen_ai.usage.details.cache_read_input_tokens",
    "gen_ai.usage.details.cached_tokens",
    "gen_ai.usage.details.cached_content_tokens",
    "llm.usage.cache_read_input_tokens",
  ],
  cacheWrite: [
    "gen_ai.usage.cache_creation.input_tokens",
    "gen_ai.usage.cache_creation_input_tokens",
    "gen_ai.usage.cache_write.input_tokens",
    "gen_ai.usage.cache_write_input_tokens",
    "gen_ai.usage.cache_write_tokens",
    "gen_ai.usage.cache_creation_tokens",
    "gen_ai.usage.input_tokens.cache_write",
    "gen_ai.usage.prompt_tokens_details.cache_write",
    "gen_ai.usage.input_token_details.cache_creation",
    "gen_ai.usage.details.cache_write_tokens",
    "gen_ai.usage.details.cache_creation_input_tokens",
    "gen_ai.usage.details.cache_creation_tokens",
    "llm.usage.cache_creation_input_tokens",
  ],
  cacheWrite5m: [
    "gen_ai.usage.cache_creation.ephemeral_5m_input_tokens",
    "gen_ai.usage.details.ephemeral_5m_input_tokens",
  ],
  cacheWrite1h: [
    "gen_ai.usage.cache_creation.ephemeral_1h_input_tokens",
    "gen_ai.usage.details.ephemeral_1h_input_tokens",
  ],
  reasoning: [
    "gen_ai.usage.reasoning.output_tokens",
    "gen_ai.usage.reasoning_tokens",
    "gen_ai.usage.output_tokens.reasoning",
    "gen_ai.usage.completion_tokens_details.reasoning",
    "gen_ai.usage.completion_tokens_details.reasoning_tokens",
    "gen_ai.usage.output_token_details.reasoning",
    "gen_ai.usage.details.reasoning_tokens",
    "gen_ai.usage.details.thoughts_tokens",
    "llm.usage.reasoning_tokens",
  ],
  serviceTier: [
    "gen_ai.openai.response.service_tier",
    "openai.response.service_tier",
    "gen_ai.response.service_tier",
    "gen_ai.openai.request.service_tier",
    "openai.request.service_tier",
    "gen_ai.request.service_tier",
  ],
};

/** By the conventions, input has all tokens of the cache, and output all of reasoning. */
const RULE: UsageRule = { cache: "inside", reasoning: "inside" };

/** OpenLLMetry's instrumentation of Bedrock passes on its input, which has none of the cache, and adds up a total. */
const BEDROCK_SCOPE = "opentelemetry.instrumentation.bedrock";
const BEDROCK_RULE: UsageRule = { cache: "beside", reasoning: "inside", isTotalSum: true };

/** The counts, and what only the provider's own usage says, which LiteLLM keeps as Python prints it. */
export function genAiUsage(attributes: Attributes, scope: ScopeSpans["scope"]): CallUsage | undefined {
  const { counts, serviceTier } = readCounts(lookupIn(attributes), FIELDS);
  const kept = stringOf(attributes, "metadata.usage_object");
  const usage = kept === undefined ? undefined : readPythonLiteral(kept);
  const provider = usage?.kind === "object" ? providerCounts(usage) : undefined;
  return toUsage(
    { counts: completed(counts, provider?.counts), serviceTier: serviceTier ?? provider?.serviceTier },
    scope.name.startsWith(BEDROCK_SCOPE) ? BEDROCK_RULE : RULE,
  );
}

/** The counts, with those of the provider where there is none, or 0. */
function completed(counts: UsageCounts, provider: UsageCounts = {}): UsageCounts {
  const known = (of: UsageCounts) => Object.entries(of).filter(([, count]) => count !== undefined);
  return Object.fromEntries([
    ...known(counts),
    ...known(provider),
    ...known(counts).filter(([, count]) => count !== 0),
  ]);
}
