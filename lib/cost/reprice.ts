import type { TokenUsage } from "@/lib/contract/calls";
import type { Cost } from "@/lib/contract/costs";
import { deriveCosts } from "./derive";
import { sumCosts } from "./sum-costs";

/** What tokens would have cost if all had been charged at one price, without its tiers; by currency, exact. */
export function reprice(usages: readonly TokenUsage[], { tiers: _tiers, ...price }: Cost): Record<string, number> {
  return sumCosts(usages.flatMap((usage) => [...deriveCosts(new Map([["", usage]]), () => price).values()]));
}
