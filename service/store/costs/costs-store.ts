import type { Cost } from "@/lib/contract/costs";
import { listModels } from "./call-prices";
import { createCosts, purgeCosts, queryCosts, readPrices } from "./costs";
import { readCallUsage } from "./call-usage";
import { readShownUsage } from "./shown-usage";

/** A price to be stored in a project. */
export type StoredCost = Omit<Cost, "pricing_level" | "source" | "source_date" | "created_at">;

/** The prices of projects, and the tokens that they apply to. */
export const costsStore = {
  createCosts,
  queryCosts,
  purgeCosts,
  readPrices,
  listModels,
  readShownUsage,
  readCallUsage,
};
