import type { DataColumn, DataColumns } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Timestamp } from "@/components/ui/timestamp";
import type { PriceTier } from "@/lib/contract/costs";
import { formatPerMillion } from "@/lib/cost/per-million";
import { exactMoney } from "@/lib/format/money";
import { formatTime } from "@/lib/format/time";
import type { PriceRow } from "@/lib/queries/costs";

interface PriceActions {
  /** Absent if the key may not change prices. */
  onRemove: ((price: PriceRow) => void) | undefined;
  /** Filters the table by one model, so that it shows the model's prices over time. */
  onHistory: (llmId: string) => void;
}

/** For words that replace the headers, which a phone does not show. */
const phoneOnly = "sm:hidden";

/** The columns of the price table; sortable ones have the field's name. */
export function priceColumns({ onRemove, onHistory }: PriceActions): DataColumns<PriceRow> {
  return [
    {
      id: "llm_id",
      header: "Model",
      cell: (price) => (
        <button
          type="button"
          title={`Show price history of ${price.llm_id}`}
          onClick={() => onHistory(price.llm_id)}
          className="max-w-full truncate hover:underline"
        >
          {price.llm_id}
        </button>
      ),
      size: 240,
      enableHiding: false,
      meta: { sort: "asc", grow: true, phone: { line: 1, grow: true } },
    },
    amount("prompt_token_cost", "Input / 1M", "prompt_token_cost_unit", " in,"),
    amount("completion_token_cost", "Output / 1M", "completion_token_cost_unit", " out"),
    amount("cache_read_input_token_cost", "Cache read / 1M", "prompt_token_cost_unit"),
    amount("cache_creation_input_token_cost", "Cache write / 1M", "prompt_token_cost_unit"),
    {
      id: "tiers",
      header: "Tiers",
      cell: ({ tiers = [], prompt_token_cost_unit: unit = "USD" }) => (
        <span className="truncate" title={tiers.map((tier) => tierWords(tier, unit)).join("\n")}>
          {tierNames(tiers).join(", ")}
        </span>
      ),
      size: 150,
    },
    {
      id: "effective_date",
      header: "Effective from",
      cell: (row) => (
        <>
          <span className={phoneOnly}>from </span>
          <Timestamp at={row.effective_date} />
        </>
      ),
      size: 150,
      meta: { sort: "desc", phone: { line: 2 } },
    },
    {
      id: "provider_id",
      header: "Provider",
      cell: (row) => <bdi title={row.provider_id}>{row.provider_id}</bdi>,
      size: 110,
      meta: { sort: "asc" },
    },
    {
      id: "pricing_level",
      header: "Scope",
      cell: (price) => <PriceScope price={price} />,
      size: 190,
      meta: { sort: "asc" },
    },
    {
      id: "id",
      header: "ID",
      cell: (row) => <code title={row.id}>{row.id}</code>,
      size: 120,
    },
    {
      id: "remove",
      header: () => <span className="sr-only">Remove</span>,
      cell: (price) =>
        onRemove && price.pricing_level !== "default" ? (
          <Button
            size="small"
            variant="ghost"
            aria-label={`Remove the price of ${price.llm_id}`}
            onClick={() => onRemove(price)}
            className="-mr-2"
          >
            Remove
          </Button>
        ) : undefined,
      size: 90,
      enableHiding: false,
      meta: { align: "end", phone: { line: 1 } },
    },
  ];
}

type AmountField =
  | "prompt_token_cost"
  | "completion_token_cost"
  | "cache_read_input_token_cost"
  | "cache_creation_input_token_cost";

/** `> 200K`, `batch`: what the tiers of a price depend on. */
function tierNames(tiers: readonly PriceTier[]): string[] {
  const names = tiers.map((tier) => tier.service_tier ?? lengthOf(tier));
  return [...new Set(names)];
}

const lengthOf = ({ above_prompt_tokens: above }: PriceTier) => `> ${(above ?? 0) / 1000}K`;

/** `batch, > 200K: $0.63 in, $5.00 out, $0.06 cache read per 1M` */
function tierWords(tier: PriceTier, unit: string): string {
  const { service_tier: service, above_prompt_tokens: above } = tier;
  const name = [service, above && lengthOf(tier)].filter(Boolean).join(", ");
  const parts = [
    [tier.prompt_token_cost, "in"],
    [tier.completion_token_cost, "out"],
    [tier.cache_read_input_token_cost, "cache read"],
    [tier.cache_creation_input_token_cost, "cache write"],
    [tier.cache_creation_1h_input_token_cost, "cache write for an hour"],
  ] as const;
  const amounts = parts.flatMap(([cost, what]) =>
    cost === undefined ? [] : [`${formatPerMillion(cost, unit)} ${what}`],
  );
  return `${name}: ${amounts.join(", ")} per 1M`;
}

function amount(
  field: AmountField,
  header: string,
  unitField: "prompt_token_cost_unit" | "completion_token_cost_unit",
  phoneWords?: string,
): DataColumn<PriceRow> {
  return {
    id: field,
    header,
    cell: (price) => {
      const [cost, unit = "USD"] = [price[field], price[unitField]];
      return (
        <>
          {cost === undefined ? (
            <span className="text-faint">—</span>
          ) : (
            <span title={`${exactMoney(cost, unit)} per token, in ${unit}`}>{formatPerMillion(cost, unit)}</span>
          )}
          <span className={phoneOnly}>{phoneWords}</span>
        </>
      );
    },
    size: 130,
    meta: { sort: "desc", align: "end", phone: phoneWords ? { line: 2 } : undefined },
  };
}

function PriceScope({ price }: { price: PriceRow }) {
  if (price.pricing_level !== "default")
    return (
      <span className="flex min-w-0 items-center gap-2">
        <Badge tone="accent">project</Badge>
        {price.created_by && <bdi className="truncate text-muted">{price.created_by}</bdi>}
      </span>
    );
  // A date without a time of day is the same in every time zone.
  const asOf = price.source_date && `as of ${formatTime(price.source_date, "UTC", "date")}`;
  return (
    <span className="flex min-w-0 items-center gap-2 text-muted" title={price.source && `${price.source}, ${asOf}`}>
      <Badge>default</Badge>
      <span className="truncate">{asOf}</span>
    </span>
  );
}
