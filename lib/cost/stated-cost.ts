import type { StatedCost } from "@/lib/contract/calls";
import { STATED_COST_MAX } from "@/lib/contract/limits";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import Big from "big.js";
import { tokenCount } from "./usage-fields";

/** A cost in USD as a client states it, before it is known whether it counts. */
export type ClientCost = Omit<StatedCost, "use">;

const DECIMAL = /^\s*\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i;

/**
 * An amount in USD: a number, or the text of one, from 0 to `STATED_COST_MAX`. Anything else, such as a negative amount
 * or NaN, is ignored as if it had not been sent.
 */
export function amountOf(node: JsonNode | undefined): number | undefined {
  const text = node?.kind === "number" ? node.raw : node?.string();
  if (text === undefined || !DECIMAL.test(text)) return undefined;
  const amount = Number(text);
  return amount <= STATED_COST_MAX ? amount : undefined;
}

/** The sum of the amounts that are known, exact; undefined if none is. */
export function sumAmounts(amounts: readonly (number | undefined)[]): number | undefined {
  const known = amounts.filter((amount) => amount !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, amount) => sum.plus(amount), new Big(0)).toNumber();
}

/** A cost from its parts; a total that is not sent is their sum. Undefined without either. */
export function clientCost(
  source: string,
  { total, input, output }: { [Part in "total" | "input" | "output"]?: number },
): ClientCost | undefined {
  const sum = total ?? sumAmounts([input, output]);
  return sum === undefined ? undefined : { total: sum, input, output, source };
}

const TOKEN_NAMES = ["prompt_tokens", "input_tokens", "completion_tokens", "output_tokens", "total_tokens"];

/** The cost that a provider, such as OpenRouter, returns with the usage in its response: `usage.cost`. */
export function outputCost(output: JsonText | undefined): ClientCost | undefined {
  if (output?.kind !== "object" || !output.text.includes('"cost"')) return undefined;
  const usage = JsonNode.parse(output).get("usage");
  const isOfModel = TOKEN_NAMES.some((name) => tokenCount(usage?.get(name)) !== undefined);
  return isOfModel ? clientCost("output.usage.cost", { total: amountOf(usage?.get("cost")) }) : undefined;
}

/**
 * The cost in a call's summary: `cost` or `total_cost` of each model's usage, or else the costs that Weave computed
 * (`weave.costs`). Undefined unless every model has one.
 */
export function summaryCost(summary: JsonText | undefined): ClientCost | undefined {
  if (!summary?.text.includes("cost")) return undefined;
  const root = JsonNode.parse(summary);
  return usageCost(root.get("usage")) ?? weaveCost(root.at(["weave", "costs"]));
}

function usageCost(usage: JsonNode | undefined): ClientCost | undefined {
  const whole = statedIn(usage);
  const byModel = [...(usage?.entries() ?? [])].filter(([, counts]) => counts.kind === "object");
  const total = whole ?? sumIfAll(byModel.map(([, counts]) => statedIn(counts)));
  return clientCost("summary.usage", { total });
}

const statedIn = (counts: JsonNode | undefined) => amountOf(counts?.get("cost")) ?? amountOf(counts?.get("total_cost"));

function weaveCost(costs: JsonNode | undefined): ClientCost | undefined {
  const models = [...(costs?.entries() ?? [])].map(([, cost]) => ({
    input: inDollars(cost, "prompt"),
    output: inDollars(cost, "completion"),
  }));
  return clientCost("summary.weave.costs", {
    total: sumIfAll(models.map(({ input, output }) => sumAmounts([input, output]))),
    input: sumIfAll(models.map(({ input }) => input)),
    output: sumIfAll(models.map(({ output }) => output)),
  });
}

function inDollars(cost: JsonNode, side: "prompt" | "completion"): number | undefined {
  const unit = cost.get(`${side}_token_cost_unit`)?.string() ?? "USD";
  return unit === "USD" ? amountOf(cost.get(`${side}_tokens_total_cost`)) : undefined;
}

function sumIfAll(amounts: readonly (number | undefined)[]): number | undefined {
  return amounts.includes(undefined) ? undefined : sumAmounts(amounts);
}
