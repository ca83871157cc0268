import type { CallCost } from "@/lib/contract/call-costs";
import type { CallUsage } from "@/lib/contract/calls";
import { JsonNode } from "@/lib/json/node";
import { JsonText, writeJson } from "@/lib/json/text";
import { deriveCosts, type PriceLookup } from "./derive";
import { usageByModel } from "./reported-usage";

/**
 * A call's summary with `costs` added for the models whose usage it reports; all other characters are unchanged. `stored`
 * is the call's usage as it was read when it arrived, from its request and output too.
 */
export function addCosts(summary: JsonText, priceOf: PriceLookup, stored?: CallUsage): JsonText {
  const byModel = usageByModel(summary);
  const [model, ...others] = byModel.keys();
  if (model === undefined) return summary;
  const isOne = stored !== undefined && others.length === 0;
  return spliceCosts(summary, deriveCosts(isOne ? new Map([[model, stored]]) : byModel, priceOf));
}

function spliceCosts(summary: JsonText, costs: ReadonlyMap<string, CallCost>): JsonText {
  const inner = membersWithoutCosts(summary);
  const member = `"costs":${writeCosts(costs)}`;
  return new JsonText(inner.trim() === "" ? `{${member}}` : `{${inner.trimEnd()},${member}}`);
}

/** The text between the braces; members are rewritten only if the summary already has costs. */
function membersWithoutCosts(summary: JsonText): string {
  const members = [...JsonNode.parse(summary).entries()];
  if (!members.some(([key]) => key === "costs")) return summary.text.slice(1, -1);
  const otherMembers = members.filter(([key]) => key !== "costs");
  return otherMembers.map(([key, value]) => `${JSON.stringify(key)}:${value.raw}`).join(",");
}

// An object is not used: a model may be called `__proto__`, and one called `10` would come first.
function writeCosts(costs: ReadonlyMap<string, CallCost>): string {
  return `{${[...costs].map(([llmId, cost]) => `${JSON.stringify(llmId)}:${writeJson(cost)}`).join(",")}}`;
}
