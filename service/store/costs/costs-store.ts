import type { Cost, CostQuery } from "@/lib/contract/costs";
import type { Query } from "@/lib/contract/expression";
import type { Database } from "@/service/store/connections/database";
import { listModels } from "./call-prices";
import { createCosts, purgeCosts, queryCosts, readPrices } from "./costs";
import { type ShownUsage, type ShownUsageQuery, readShownUsage } from "./shown-usage";

/** A price of a project to be stored. */
export type StoredCost = Omit<Cost, "pricing_level" | "source" | "source_date" | "created_at">;

/** The prices of projects, and the tokens that they apply to. */
export type CostsStore = {
  /** All or none, synced to disk when it resolves; a known id stays unchanged. Creates the project on first write. */
  createCosts(projectId: string, costs: readonly StoredCost[]): Promise<void>;
  /** The project's own prices, and `defaults` when the query includes them; rows have the selected fields. */
  queryCosts(query: CostQuery, defaults: readonly Cost[]): Promise<Partial<Cost>[]>;
  /** Number of own prices removed. */
  purgeCosts(projectId: string, query: Query): Promise<number>;
  /** The project's own prices under any of these names. */
  readPrices(projectId: string, llmIds: readonly string[]): Promise<Cost[]>;
  /** The models that calls of the project used, by name; at most `PRICED_MODELS`. */
  listModels(projectId: string): Promise<string[]>;
  /** The tokens that a list shows for each call, for a root those of its trace, each once, by the price that applies. */
  readShownUsage(query: ShownUsageQuery): Promise<ShownUsage[]>;
};

export function costsStore(database: Database): CostsStore {
  return {
    createCosts: createCosts.bind(undefined, database),
    queryCosts: queryCosts.bind(undefined, database),
    purgeCosts: purgeCosts.bind(undefined, database),
    readPrices: readPrices.bind(undefined, database),
    listModels: listModels.bind(undefined, database),
    readShownUsage: readShownUsage.bind(undefined, database),
  };
}
