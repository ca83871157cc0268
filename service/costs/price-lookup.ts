import { DEFAULT_PRICES } from "@/lib/cost/default-prices";
import { PriceBook } from "@/lib/cost/price-book";
import { priceNames } from "@/lib/cost/price-names";
import type { Store } from "@/service/store/store";

const DEFAULT_BOOK = new PriceBook(DEFAULT_PRICES);

/** The prices of some models in a project, in one read; the project's own take precedence. */
export async function priceBook(
  store: Pick<Store, "readPrices">,
  projectId: string,
  models: Iterable<string>,
): Promise<PriceBook> {
  const names = new Set([...models].flatMap(priceNames));
  return new PriceBook(await store.readPrices(projectId, [...names]), DEFAULT_BOOK);
}
