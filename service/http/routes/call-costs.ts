import type { CallRow } from "@/lib/contract/calls";
import { usageByModel } from "@/lib/cost/reported-usage";
import { addCosts } from "@/lib/cost/splice";
import type { CallsListQuery } from "@/service/store/calls/list-calls";
import type { Store } from "@/service/store/store";
import { priceBook } from "@/service/costs/price-lookup";
import { type PricingStore, projectPricing } from "@/service/costs/priced-usage";
import { withShownCosts } from "@/service/costs/shown-costs";

/**
 * The rows with `costs` added to the summaries that report usage (`include_costs`), with one read of prices for all of
 * them. A row without `started_at` or `summary` is unchanged.
 */
export async function withCosts<Row extends CallRow>(
  store: Pick<Store, "readPrices" | "readCallUsage">,
  projectId: string,
  rows: readonly Row[],
): Promise<Row[]> {
  const models = new Set(rows.flatMap(({ summary }) => (summary ? [...usageByModel(summary).keys()] : [])));
  if (models.size === 0) return [...rows];
  const [prices, usage] = await Promise.all([
    priceBook(store, projectId, models),
    store.readCallUsage(
      projectId,
      rows.map(({ id }) => id),
    ),
  ]);
  return rows.map((row) => {
    const { id, summary, started_at } = row;
    if (!summary || started_at === undefined) return row;
    return { ...row, summary: addCosts(summary, (model) => prices.priceOf(model, started_at), usage.get(id)) };
  });
}

/** What costs are derived from. */
const COSTED_COLUMNS = ["summary", "started_at"] as const;

/** The calls of a list with their costs, batch by batch. A list of selected columns has `summary` in addition. */
export async function* listWithCosts(
  store: PricingStore & Pick<Store, "listCalls" | "readShownUsage" | "readCallUsage">,
  query: CallsListQuery,
  signal: AbortSignal,
): AsyncGenerator<CallRow[]> {
  const columns = query.columns && [...new Set([...query.columns, ...COSTED_COLUMNS])];
  const without = COSTED_COLUMNS.filter((column) => column !== "summary" && query.columns?.includes(column) === false);
  const pricing = query.include_overview
    ? (query.pricing ?? (await projectPricing(store, query.project_id)))
    : undefined;
  for await (const rows of store.listCalls({ ...query, columns }, signal)) {
    const shown = pricing ? await withShownCosts(store, query.project_id, rows, pricing) : rows;
    const priced = await withCosts(store, query.project_id, shown);
    yield without.length === 0
      ? priced
      : priced.map((row) => ({ ...row, ...Object.fromEntries(without.map((column) => [column, undefined])) }));
  }
}
