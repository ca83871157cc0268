import { PROMPT_LIMITS, SERVICE_TIERS } from "@/lib/contract/call-kinds";
import { perMillion, perToken } from "@/lib/cost/per-million";
import type { NewPrice, PriceRow } from "@/lib/queries/costs";

/** The tiers that the form has: long prompts, and each service tier for prompts of any length. */
export const draftTiers = ["long", ...SERVICE_TIERS] as const;
export type DraftTier = (typeof draftTiers)[number];
const tierAmounts = ["Prompt", "Completion", "CacheRead"] as const;
export type TierField = `${DraftTier}${(typeof tierAmounts)[number]}`;

/** A price per million tokens, as typed. */
export type PriceDraft = Record<TierField, string> & {
  llmId: string;
  prompt: string;
  completion: string;
  cacheRead: string;
  cacheWrite: string;
  cacheWrite1h: string;
  /** One of `PROMPT_LIMITS`: the tokens above which a prompt is long. */
  longAbove: string;
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
  longAbove: "200000",
  longPrompt: "",
  longCompletion: "",
  longCacheRead: "",
  batchPrompt: "",
  batchCompletion: "",
  batchCacheRead: "",
  flexPrompt: "",
  flexCompletion: "",
  flexCacheRead: "",
  priorityPrompt: "",
  priorityCompletion: "",
  priorityCacheRead: "",
  currency: "USD",
  provider: "",
  from: "",
};

/** The errors of the typed values, by field. */
export type DraftProblems = Partial<Record<keyof PriceDraft, string>>;

const NO_AMOUNT = "Enter an amount, such as 2.50";

const tierOf = (name: DraftTier) =>
  [`${name}Prompt`, `${name}Completion`, `${name}CacheRead`] as const satisfies readonly TierField[];

/** Whether any price of a tier is typed. */
export function hasTier(draft: PriceDraft, name: DraftTier): boolean {
  return tierOf(name).some((field) => draft[field].trim() !== "");
}

/** The draft of a price for a model with the amounts of a known price. */
export function draftLike(price: PriceRow | undefined, given: Pick<PriceDraft, "llmId" | "from">): PriceDraft {
  if (!price) return { ...emptyPrice, ...given };
  const amount = (price: number | undefined) => (price === undefined ? "" : String(perMillion(price)));
  const long = price.tiers?.find(({ service_tier: tier, above_prompt_tokens: above }) => !tier && above);
  const of = (name: DraftTier) =>
    name === "long"
      ? long
      : price.tiers?.find(({ service_tier: tier, above_prompt_tokens: above }) => tier === name && !above);
  const tiers = draftTiers.flatMap((name) => {
    const tier = of(name);
    const values = [tier?.prompt_token_cost, tier?.completion_token_cost, tier?.cache_read_input_token_cost];
    return tierOf(name).map((field, place): [TierField, string] => [field, amount(values[place])]);
  });
  return {
    ...emptyPrice,
    ...Object.fromEntries(tiers),
    ...given,
    prompt: amount(price.prompt_token_cost),
    completion: amount(price.completion_token_cost),
    cacheRead: amount(price.cache_read_input_token_cost),
    cacheWrite: amount(price.cache_creation_input_token_cost),
    cacheWrite1h: amount(price.cache_creation_1h_input_token_cost),
    longAbove: String(long?.above_prompt_tokens ?? emptyPrice.longAbove),
    currency: price.prompt_token_cost_unit ?? "USD",
    provider: price.provider_id ?? "",
  };
}

/** The errors that prevent the draft from being sent; empty if there are none. */
export function problemsOf(draft: PriceDraft): DraftProblems {
  const problems: DraftProblems = {};
  const require = (field: keyof PriceDraft) => {
    if (perToken(draft[field]) === undefined) problems[field] = NO_AMOUNT;
  };
  const check = (field: keyof PriceDraft) => {
    if (draft[field].trim() !== "") require(field);
  };
  if (draft.llmId.trim() === "") problems.llmId = "Enter the model name as it appears in calls";
  for (const field of ["prompt", "completion"] as const) require(field);
  for (const field of ["cacheRead", "cacheWrite", "cacheWrite1h"] as const) check(field);
  for (const name of draftTiers.filter((tier) => hasTier(draft, tier))) {
    const [prompt, completion, cacheRead] = tierOf(name);
    require(prompt);
    require(completion);
    check(cacheRead);
  }
  if (!/^[A-Za-z]{3}$/.test(draft.currency.trim())) problems.currency = "Enter three letters, such as USD";
  return problems;
}

/** The request for a valid draft. `instantOf` converts the typed day to its first instant in the user's time zone. */
export function toNewPrice(draft: PriceDraft, instantOf: (day: string) => string | undefined): NewPrice {
  const amount = (field: keyof PriceDraft) => perToken(draft[field]);
  const currency = draft.currency.trim().toUpperCase();
  const optional = (name: keyof NewPrice, value: number | string | undefined) =>
    value === undefined || value === "" ? {} : { [name]: value };
  const tiers = draftTiers.filter((name) => hasTier(draft, name)).map((name) => newTier(draft, name));
  return {
    prompt_token_cost: amount("prompt") ?? 0,
    completion_token_cost: amount("completion") ?? 0,
    prompt_token_cost_unit: currency,
    completion_token_cost_unit: currency,
    ...optional("cache_read_input_token_cost", amount("cacheRead")),
    ...optional("cache_creation_input_token_cost", amount("cacheWrite")),
    ...optional("cache_creation_1h_input_token_cost", amount("cacheWrite1h")),
    ...(tiers.length > 0 && { tiers }),
    ...optional("provider_id", draft.provider.trim()),
    ...optional("effective_date", draft.from === "" ? undefined : instantOf(draft.from)),
  };
}

function newTier(draft: PriceDraft, name: DraftTier): NonNullable<NewPrice["tiers"]>[number] {
  const [prompt, completion, cacheRead] = tierOf(name);
  const cached = perToken(draft[cacheRead]);
  const above = PROMPT_LIMITS.find((limit) => String(limit) === draft.longAbove) ?? PROMPT_LIMITS[3];
  return {
    ...(name === "long" ? { above_prompt_tokens: above } : { service_tier: name }),
    prompt_token_cost: perToken(draft[prompt]) ?? 0,
    completion_token_cost: perToken(draft[completion]) ?? 0,
    ...(cached !== undefined && { cache_read_input_token_cost: cached }),
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
