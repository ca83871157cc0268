import { Decimal } from "@/lib/cost/decimal";
import { type Amounts, exactAmounts, exactMoney } from "./money";

/** Who states a cost, by the beginning of its source. */
const STATED_BY: readonly (readonly [source: string, name: string])[] = [
  ["langfuse.", "Langfuse"],
  ["gen_ai.cost.", "LiteLLM"],
  ["llm.cost.", "OpenInference"],
  ["operation.cost", "Pydantic AI"],
  ["gen_ai.usage.", "the OpenTelemetry client"],
  ["ai.response.providerMetadata.gateway.", "Vercel AI Gateway"],
  ["ai.response.providerMetadata.openrouter.", "OpenRouter"],
  ["output.usage.", "the model provider"],
  ["summary.weave.", "Weave"],
  ["summary.usage", "the client"],
];

/** The name of the SDK, framework or provider that states costs in an attribute or field. */
export function statedBy(source: string): string {
  return STATED_BY.find(([prefix]) => source.startsWith(prefix))?.[1] ?? source;
}

/** A difference that is this many times the cost at prices, or more, is not shown as a share of it. */
const MOST_SHARE = 10;

/**
 * How much more the cost is than at prices alone, in dollars, and as a share unless that would be huge; undefined if the
 * two cannot be compared.
 */
export function differenceOf(cost: Amounts, atPrices: Amounts): { amount: number; share?: number } | undefined {
  const units = new Set([...Object.keys(cost), ...Object.keys(atPrices)]);
  const { USD: stated } = cost;
  const { USD: priced } = atPrices;
  if (units.size !== 1 || stated === undefined || priced === undefined) return undefined;
  const amount = Decimal.of(stated).plus(Decimal.of(-priced)).toNumber();
  return { amount, share: amount < MOST_SHARE * priced ? amount / priced : undefined };
}

/** A cost with all digits: who states it, and what it is at prices. */
export function exactCost(
  amounts: Amounts,
  stated: { bySource: Readonly<Record<string, number>>; atPrices: Amounts } | undefined,
): string {
  if (!stated) return exactAmounts(amounts);
  const parts = Object.entries(stated.bySource).map(
    ([source, amount]) => `${exactMoney(amount, "USD")} stated by ${statedBy(source)} (${source})`,
  );
  const isPriced = Object.keys(stated.atPrices).length > 0;
  return [exactAmounts(amounts), ...parts, `at prices ${isPriced ? exactAmounts(stated.atPrices) : "unknown"}`].join(
    " · ",
  );
}
