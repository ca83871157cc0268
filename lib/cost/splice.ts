import type { CallCost } from "@/lib/contract/call-costs";
import { JsonNode } from "@/lib/json/node";
import { JsonText, writeJson } from "@/lib/json/text";
import { deriveCosts, type PriceLookup } from "./derive";
import { usageByModel } from "./reported-usage";

/**
 * A call's summary with `costs` added for the models whose usage it reports, by its output too (`usageByModel`); all
 * other characters are unchanged.
 */
export function addCosts(summary: JsonText, priceOf: PriceLookup, output?: JsonText): JsonText {
  const usage = usageByModel(summary, output);
  return usage.size === 0 ? summary : spliceCosts(summary, deriveCosts(usage, priceOf));
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
