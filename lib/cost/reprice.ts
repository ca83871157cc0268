import type { TokenUsage } from "@/lib/contract/calls";
import type { Cost } from "@/lib/contract/costs";
import { deriveCosts } from "./derive";
import { sumCosts } from "./sum-costs";

/** What tokens would have cost, had all been charged at one price; by currency, exactly. */
export function reprice(usages: readonly TokenUsage[], price: Cost): Record<string, number> {
  return sumCosts(usages.flatMap((usage) => [...deriveCosts(new Map([["", usage]]), () => price).values()]));
}
