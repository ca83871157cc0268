import { type Amounts, exactAmounts, exactMoney } from "./money";

/** Who states a cost, by the beginning of its source. */
const STATED_BY: readonly (readonly [source: string, name: string])[] = [
  ["langfuse.", "Langfuse"],
  ["gen_ai.cost.", "LiteLLM"],
  ["llm.cost.", "OpenInference"],
  ["operation.cost", "Pydantic AI"],
  ["gen_ai.usage.", "your app"],
  ["ai.response.providerMetadata.gateway.", "Vercel AI Gateway"],
  ["ai.response.providerMetadata.openrouter.", "OpenRouter"],
  ["output.usage.", "the model provider"],
  ["summary.weave.", "Weave"],
  ["summary.usage", "your app"],
];

/** The name of the SDK, framework or provider that states costs in an attribute or field. */
export function statedBy(source: string): string {
  return STATED_BY.find(([prefix]) => source.startsWith(prefix))?.[1] ?? source;
}

/** A cost with all digits: who reports it, and what is calculated from prices. */
export function exactCost(
  amounts: Amounts,
  stated: { bySource: Readonly<Record<string, number>>; atPrices: Amounts } | undefined,
): string {
  if (!stated) return exactAmounts(amounts);
  const parts = Object.entries(stated.bySource).map(
    ([source, amount]) => `${exactMoney(amount, "USD")} reported by ${statedBy(source)} (${source})`,
  );
  const isPriced = Object.keys(stated.atPrices).length > 0;
  return [
    exactAmounts(amounts),
    ...parts,
    `calculated from prices: ${isPriced ? exactAmounts(stated.atPrices) : "unknown"}`,
  ].join(" · ");
}
