import { deriveCosts } from "@/lib/cost/derive";
import { providerUsage, serviceTierIn } from "@/lib/cost/reported-usage";
import { outputCost } from "@/lib/cost/stated-cost";
import { sumCosts } from "@/lib/cost/sum-costs";
import { withServiceTier } from "@/lib/cost/usage-fields";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import { priceBook } from "@/service/costs/price-lookup";
import type { Store } from "@/service/store/store";

export type PriceStore = Pick<Store, "readPrices" | "readSettings">;

/** A completion to be priced. */
type Priced = {
  /** The requested model; the response may name another. */
  model: string;
  output: JsonText;
  /** Normalized. */
  startedAt: string;
};

/**
 * The cost of a completion in USD as lists of calls show it: what the server states if that counts in the project, else
 * its tokens at their prices. Undefined if its tokens or their price are not known.
 */
export async function completionCost(
  store: PriceStore,
  projectId: string,
  { model: asked, output, startedAt }: Priced,
): Promise<number | undefined> {
  const { cost_basis } = await store.readSettings(projectId);
  const stated = cost_basis === "stated" ? outputCost(output) : undefined;
  if (stated) return stated.total;
  const node = JsonNode.parse(output);
  const reported = node.get("usage");
  const counts = reported && providerUsage(reported);
  if (!counts) return undefined;
  const usage = withServiceTier(counts, serviceTierIn(output));
  const model = node.get("model")?.string() ?? asked;
  const price = (await priceBook(store, projectId, [model])).priceOf(model, startedAt);
  if (!price) return undefined;
  return sumCosts(deriveCosts(new Map([[model, usage]]), () => price).values()).USD;
}
