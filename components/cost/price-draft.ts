import { perMillionText } from "@/lib/cost/per-million";
import type { NewPrice, PriceRow } from "@/lib/queries/costs";

import { AMOUNT_NAMES, AMOUNTS, isWrong, NO_AMOUNT, parseTiers, tierLike, tierProblems, toAmounts } from "./tier-draft";
import { toNewTier } from "./tier-draft";

/** A price per million tokens, as typed. */
export type PriceDraft = Record<keyof typeof AMOUNTS, string> & {
  llmId: string;
  /** The drafts of its tiers (`TierDraft`), as JSON. */
  tiers: string;
  currency: string;
  provider: string;
  /** A day, `2026-11-20`, in the user's time zone; empty for now. */
  from: string;
};

export const emptyPrice: PriceDraft = {
  llmId: "",
  prompt: "",
  completion: "",
  cacheRead: "",
  cacheWrite: "",
  cacheWrite1h: "",
  tiers: "[]",
  currency: "USD",
  provider: "",
  from: "",
};

/** The errors of the typed values, by field. */
export type DraftProblems = Partial<Record<keyof PriceDraft, string>>;

/**
 * The draft of a price for a model with the amounts of a known price. The form has one currency, so output prices that
 * are in another one than the input's are left to be typed.
 */
export function draftLike(price: PriceRow | undefined, given: Pick<PriceDraft, "llmId" | "from">): PriceDraft {
  if (!price) return { ...emptyPrice, ...given };
  const { prompt_token_cost_unit: currency = "USD", completion_token_cost_unit: other = currency } = price;
  const isOneCurrency = currency === other;
  return {
    prompt: perMillionText(price.prompt_token_cost),
    completion: isOneCurrency ? perMillionText(price.completion_token_cost) : "",
    cacheRead: perMillionText(price.cache_read_input_token_cost),
    cacheWrite: perMillionText(price.cache_creation_input_token_cost),
    cacheWrite1h: perMillionText(price.cache_creation_1h_input_token_cost),
    tiers: JSON.stringify(price.tiers?.map((tier) => tierLike(tier, isOneCurrency)) ?? []),
    currency,
    provider: price.provider_id ?? "",
    ...given,
  };
}

/** The errors that prevent the draft from being sent; empty if there are none. */
export function problemsOf(draft: PriceDraft): DraftProblems {
  const problems: DraftProblems = {};
  if (draft.llmId.trim() === "") problems.llmId = "Enter the model name as it appears in calls";
  for (const name of AMOUNT_NAMES) if (isWrong(draft[name], name)) problems[name] = NO_AMOUNT;
  if (!/^[A-Za-z]{3}$/.test(draft.currency.trim())) problems.currency = "Enter three letters, such as USD";
  if (tierProblems(parseTiers(draft.tiers)).some((wrong) => Object.keys(wrong).length > 0))
    problems.tiers = "Correct the tiers";
  return problems;
}

/** The request for a valid draft. `instantOf` converts the typed day to its first instant in the user's time zone. */
export function toNewPrice(draft: PriceDraft, instantOf: (day: string) => string | undefined): NewPrice {
  const currency = draft.currency.trim().toUpperCase();
  const provider = draft.provider.trim();
  const from = draft.from === "" ? undefined : instantOf(draft.from);
  const tiers = parseTiers(draft.tiers).map(toNewTier);
  return {
    ...toAmounts(draft),
    prompt_token_cost_unit: currency,
    completion_token_cost_unit: currency,
    ...(tiers.length > 0 && { tiers }),
    ...(provider !== "" && { provider_id: provider }),
    ...(from !== undefined && { effective_date: from }),
  };
}

/** Paths of the errors of fields in the service's response, below `costs.<model>`. */
const PATHS: Partial<Record<keyof PriceDraft, string>> = {
  llmId: "",
  prompt: ".prompt_token_cost",
  completion: ".completion_token_cost",
  cacheRead: ".cache_read_input_token_cost",
  cacheWrite: ".cache_creation_input_token_cost",
  cacheWrite1h: ".cache_creation_1h_input_token_cost",
  currency: ".prompt_token_cost_unit",
  provider: ".provider_id",
  from: ".effective_date",
};

/** The path of a field's error in the service's response: `costs.<model>.prompt_token_cost`. */
export function pathOf(field: keyof PriceDraft, llmId: string): string | undefined {
  const path = PATHS[field];
  return path === undefined ? undefined : `costs.${llmId.trim()}${path}`;
}

/** Whether a field of the form has the path, so that its error is shown there. */
export function isFieldPath(path: string, llmId: string): boolean {
  return Object.values(PATHS).some((field) => path === `costs.${llmId.trim()}${field}`);
}
