import type { Thread, ThreadTotals } from "@/lib/contract/threads";
import type { CountedThread } from "@/service/store/calls/thread-totals";
import type { Store } from "@/service/store/store";
import { type PricingStore, type ProjectPricing, pricedUsage, projectPricing } from "@/service/costs/priced-usage";

/** The threads of a list with what their calls add up to (`include_totals`), batch by batch. */
export async function* withTotals(
  store: PricingStore & Pick<Store, "readThreadTotals">,
  project_id: string,
  batches: AsyncIterable<Thread[]>,
): AsyncGenerator<Thread[]> {
  const pricing = await projectPricing(store, project_id);
  for await (const threads of batches) {
    const counted = await store.readThreadTotals({ project_id, threads, prices: pricing.prices });
    const byId = new Map(counted.map((one) => [one.thread_id, one]));
    yield threads.map((thread) => {
      const one = byId.get(thread.thread_id);
      return one ? { ...thread, totals: totalsOf(one, pricing) } : thread;
    });
  }
}

function totalsOf(counted: CountedThread, pricing: ProjectPricing): ThreadTotals {
  const { thread_id: _id, usage, stated, total_usage, ...rest } = counted;
  const { charged, costed: _calls, without_price: _unshown, ...costs } = pricedUsage({ usage, stated }, pricing);
  const isCovered = pricing.basis === "stated";
  const unpriced = usage.filter(({ price, covered }) => price === undefined && !(isCovered && covered));
  const models = [...new Set(unpriced.flatMap(({ model }) => model ?? []))].toSorted();
  return {
    ...rest,
    usage: total_usage,
    ...(charged > 0 && costs),
    ...(models.length > 0 && { unpriced_models: models }),
  };
}
