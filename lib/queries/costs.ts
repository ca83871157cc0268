import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { COST_FIELDS } from "@/lib/contract/cost-fields";
import type { Cost, costCreateRequest, costPurgeRequest, costQueryRequest } from "@/lib/contract/costs";
import { contains, equals, whereAll } from "@/lib/contract/conditions";
import type { Query } from "@/lib/contract/expression";
import { type DayRange, rangeStart } from "@/lib/format/day-ranges";

/** Rows of one page of the price table. */
const PRICES_PAGE_ROWS = 100;
const DAY_MS = 86_400_000;

const OF_EVERY_PRICE = [
  "prompt_token_cost",
  "completion_token_cost",
  "prompt_token_cost_unit",
  "completion_token_cost_unit",
  "effective_date",
  "provider_id",
  "pricing_level",
] as const satisfies readonly (keyof Cost)[];

/** A price as the table shows it: every field of the contract that the service returns. */
export type PriceRow = Partial<Cost> & Pick<Cost, "id" | "llm_id">;

export type NewPrice = z.input<typeof costCreateRequest>["costs"][string];

export interface PricesView {
  /** Text to find in the model's name. */
  q: string;
  /** Only the project's own prices, without Loupe's default list. */
  isOwnOnly: boolean;
  sort: { field: keyof Cost; direction: "asc" | "desc" };
}

/** The spending in a range that ends now, by model and day (by hour for the last day), in the user's time zone. */
export function spendStats(
  { projectId, range, timeZone }: { projectId: string; range: DayRange; timeZone: string },
  client: Client = browserClient,
) {
  return queryOptions({
    queryKey: ["costs", "spend", { projectId, range, timeZone }] as const,
    queryFn: ({ signal }) => {
      const start = rangeStart(range, Date.now());
      return client.request(
        "callsStats",
        {
          project_id: projectId,
          start,
          timezone: timeZone,
          granularity: range === "24h" ? 3600 : DAY_MS / 1000,
          group_by: ["model"],
        },
        { signal },
      );
    },
    placeholderData: keepPreviousData,
  });
}

/** The price table, page by page. */
export function pricesList(
  { projectId, view }: { projectId: string; view: PricesView },
  client: Client = browserClient,
) {
  return infiniteQueryOptions({
    queryKey: ["costs", "list", { projectId, view }] as const,
    queryFn: ({ pageParam, signal }) =>
      readPrices(client, signal, {
        project_id: projectId,
        query: isCalled(view.q),
        sort_by: [view.sort, ...tieBreak(view.sort.field)],
        limit: PRICES_PAGE_ROWS,
        offset: pageParam,
        include_default_prices: !view.isOwnOnly,
      }),
    initialPageParam: 0,
    getNextPageParam: (rows, pages) => (rows.length < PRICES_PAGE_ROWS ? undefined : pages.length * PRICES_PAGE_ROWS),
    placeholderData: keepPreviousData,
  });
}

/** All prices, for suggesting one; by name, each model's newest first. */
export function allPrices(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["costs", "all", { projectId }] as const,
    queryFn: ({ signal }) => readPrices(client, signal, { project_id: projectId, include_default_prices: true }),
  });
}

/** Prices that have all required fields; a service without extensions may leave some of them out. */
export function wholePrices(rows: readonly PriceRow[]): Cost[] {
  return rows.filter(isWhole);
}

const isWhole = (row: PriceRow): row is Cost => OF_EVERY_PRICE.every((field) => row[field] !== undefined);

/** Adds the price of a model to a project. */
export function createPrice(projectId: string, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["costs", "create", { projectId }] as const,
    mutationFn: ({ llmId, price }: { llmId: string; price: NewPrice }) =>
      client.request("costCreate", { project_id: projectId, costs: { [llmId]: price } }),
    onSuccess: (_made, _price, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ["costs"] }),
  });
}

/** Removes one of the project's own prices. */
export function removePrice(projectId: string, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["costs", "purge", { projectId }] as const,
    mutationFn: ({ id }: PriceRow) => client.request("costPurge", purgePrice(projectId, id)),
    onSuccess: (_purged, _price, _result, { client: cache }) => {
      // Not awaited, so that undo is offered at once.
      void cache.invalidateQueries({ queryKey: ["costs"] });
    },
  });
}

/** The body that removes one price. */
export function purgePrice(projectId: string, id: string): z.input<typeof costPurgeRequest> {
  return { project_id: projectId, query: { $expr: equals("id", id) } };
}

/** The body that restores a removed price. */
export function restorePrice(projectId: string, price: PriceRow): z.input<typeof costCreateRequest> {
  const { llm_id, pricing_level: _level, source: _source, source_date: _read, ...rest } = price;
  const { created_at: _at, created_by: _by, prompt_token_cost = 0, completion_token_cost = 0, ...fields } = rest;
  return { project_id: projectId, costs: { [llm_id]: { ...fields, prompt_token_cost, completion_token_cost } } };
}

async function readPrices(client: Client, signal: AbortSignal, query: z.input<typeof costQueryRequest>) {
  const body = { ...query, fields: [...COST_FIELDS] };
  const { results } = await client.request("costQuery", body, { signal });
  return results.flatMap((row): PriceRow[] =>
    row.id !== undefined && row.llm_id !== undefined ? [{ ...row, id: row.id, llm_id: row.llm_id }] : [],
  );
}

/** Prices of models whose names contain every word of a text. */
function isCalled(text: string): Query | undefined {
  const words = text.trim().split(/\s+/).filter(Boolean);
  return whereAll(words.map((word) => contains("llm_id", word)));
}

/** Pages must not overlap, so equal rows need a fixed order. */
function tieBreak(field: keyof Cost): { field: keyof Cost; direction: "asc" | "desc" }[] {
  const rest = [
    { field: "llm_id", direction: "asc" },
    { field: "effective_date", direction: "desc" },
  ] as const;
  return rest.filter((key) => key.field !== field);
}
