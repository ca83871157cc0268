import { type CallCost, callCosts } from "@/lib/contract/call-costs";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";

/** The `costs` in a summary, as `include_costs` adds them; undefined if there are none or they are invalid. */
export function readCosts(summary: JsonText): Readonly<Record<string, CallCost>> | undefined {
  const costs = JsonNode.parse(summary).get("costs");
  if (costs?.kind !== "object") return undefined;
  const read = callCosts.safeParse(costs.toValue());
  return read.success && Object.keys(read.data).length > 0 ? read.data : undefined;
}
