import { perMillion, perToken } from "@/lib/cost/per-million";
import type { NewPrice, PriceRow } from "@/lib/queries/costs";

/** A price per million tokens, as typed. */
export interface PriceDraft {
  llmId: string;
  prompt: string;
  completion: string;
  cacheRead: string;
  cacheWrite: string;
  currency: string;
  provider: string;
  /** A day, `2026-11-20`, in the user's time zone; empty for now. */
  from: string;
}

export const emptyPrice: PriceDraft = {
  llmId: "",
  prompt: "",
  completion: "",
  cacheRead: "",
  cacheWrite: "",
  currency: "USD",
  provider: "",
  from: "",
};

type AmountField = "prompt" | "completion" | "cacheRead" | "cacheWrite";
/** The errors of the typed values, by field. */
export type DraftProblems = Partial<Record<keyof PriceDraft, string>>;

const NO_AMOUNT = "Enter an amount, such as 2.50";

/** The draft of a price for a model with the amounts of a known price. */
export function draftLike(price: PriceRow | undefined, given: Pick<PriceDraft, "llmId" | "from">): PriceDraft {
  if (!price) return { ...emptyPrice, ...given };
  const amount = (price: number | undefined) => (price === undefined ? "" : String(perMillion(price)));
  return {
    ...given,
    prompt: amount(price.prompt_token_cost),
    completion: amount(price.completion_token_cost),
    cacheRead: amount(price.cache_read_input_token_cost),
    cacheWrite: amount(price.cache_creation_input_token_cost),
    currency: price.prompt_token_cost_unit ?? "USD",
    provider: price.provider_id ?? "",
  };
}

/** The errors that prevent the draft from being sent; empty if there are none. */
export function problemsOf(draft: PriceDraft): DraftProblems {
  const problems: DraftProblems = {};
  if (draft.llmId.trim() === "") problems.llmId = "Enter the model name as it appears in calls";
  for (const field of ["prompt", "completion"] as const)
    if (perToken(draft[field]) === undefined) problems[field] = NO_AMOUNT;
  for (const field of ["cacheRead", "cacheWrite"] as const)
    if (draft[field].trim() !== "" && perToken(draft[field]) === undefined) problems[field] = NO_AMOUNT;
  if (!/^[A-Za-z]{3}$/.test(draft.currency.trim())) problems.currency = "Enter three letters, such as USD";
  return problems;
}

/** The request for a valid draft. `instantOf` converts the typed day to its first instant in the user's time zone. */
export function toNewPrice(draft: PriceDraft, instantOf: (day: string) => string | undefined): NewPrice {
  const amount = (field: AmountField) => perToken(draft[field]);
  const currency = draft.currency.trim().toUpperCase();
  const optional = (name: keyof NewPrice, value: number | string | undefined) =>
    value === undefined || value === "" ? {} : { [name]: value };
  return {
    prompt_token_cost: amount("prompt") ?? 0,
    completion_token_cost: amount("completion") ?? 0,
    prompt_token_cost_unit: currency,
    completion_token_cost_unit: currency,
    ...optional("cache_read_input_token_cost", amount("cacheRead")),
    ...optional("cache_creation_input_token_cost", amount("cacheWrite")),
    ...optional("provider_id", draft.provider.trim()),
    ...optional("effective_date", draft.from === "" ? undefined : instantOf(draft.from)),
  };
}

/** The path of a field's error in the service's response: `costs.<model>.prompt_token_cost`. */
export function pathOf(field: keyof PriceDraft, llmId: string): string {
  const names: Record<keyof PriceDraft, string> = {
    llmId: "",
    prompt: ".prompt_token_cost",
    completion: ".completion_token_cost",
    cacheRead: ".cache_read_input_token_cost",
    cacheWrite: ".cache_creation_input_token_cost",
    currency: ".prompt_token_cost_unit",
    provider: ".provider_id",
    from: ".effective_date",
  };
  return `costs.${llmId.trim()}${names[field]}`;
}
