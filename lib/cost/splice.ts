import type { CallCost } from "@/lib/contract/call-costs";
import { JsonNode } from "@/lib/json/node";
import { JsonText, writeJson } from "@/lib/json/text";
import { deriveCosts, type PriceLookup } from "./derive";
import { usageByModel } from "./reported-usage";

/** A call's summary with `costs` added for the models whose usage it reports; every other character stays as it was. */
export function addCosts(summary: JsonText, priceOf: PriceLookup): JsonText {
  const usage = usageByModel(summary);
  return usage.size === 0 ? summary : spliceCosts(summary, deriveCosts(usage, priceOf));
}

function spliceCosts(summary: JsonText, costs: ReadonlyMap<string, CallCost>): JsonText {
  const inner = membersWithoutCosts(summary);
  const member = `"costs":${writeCosts(costs)}`;
  return new JsonText(inner.trim() === "" ? `{${member}}` : `{${inner.trimEnd()},${member}}`);
}

/** The text between the braces; only a summary that brings costs of its own has its members replaced. */
function membersWithoutCosts(summary: JsonText): string {
  const members = [...JsonNode.parse(summary).entries()];
  if (!members.some(([key]) => key === "costs")) return summary.text.slice(1, -1);
  const kept = members.filter(([key]) => key !== "costs");
  return kept.map(([key, value]) => `${JSON.stringify(key)}:${value.raw}`).join(",");
}

// Not by way of an object: a model may be called `__proto__`, and one called `10` would come first.
function writeCosts(costs: ReadonlyMap<string, CallCost>): string {
  return `{${[...costs].map(([llmId, cost]) => `${JSON.stringify(llmId)}:${writeJson(cost)}`).join(",")}}`;
}
