import { PROMPT_LIMITS, SERVICE_TIERS } from "@/lib/contract/call-kinds";
import type { PriceTier } from "@/lib/contract/costs";
import { perMillionText, perToken } from "@/lib/cost/per-million";
import type { NewPrice } from "@/lib/queries/costs";

/** The amounts of a price and of each of its tiers, per million tokens, as typed; with their fields in requests. */
export const AMOUNTS = {
  prompt: "prompt_token_cost",
  completion: "completion_token_cost",
  cacheRead: "cache_read_input_token_cost",
  cacheWrite: "cache_creation_input_token_cost",
  cacheWrite1h: "cache_creation_1h_input_token_cost",
} as const;
type Amount = keyof typeof AMOUNTS;
export const AMOUNT_NAMES = ["prompt", "completion", "cacheRead", "cacheWrite", "cacheWrite1h"] as const;

/** A tier as it is edited: `service` is empty for every service tier, `above` for prompts of any length. */
export type TierDraft = Record<Amount | "service" | "above", string>;
type TierProblems = Partial<Record<keyof TierDraft, string>>;
type NewTier = NonNullable<NewPrice["tiers"]>[number];

export const newTier: TierDraft = {
  service: "",
  above: "200000",
  prompt: "",
  completion: "",
  cacheRead: "",
  cacheWrite: "",
  cacheWrite1h: "",
};

export const NO_AMOUNT = "Enter an amount, such as 2.50";

/** The tiers of a stored draft; none if it is invalid. */
export function parseTiers(text: string): TierDraft[] {
  try {
    const kept: unknown = JSON.parse(text);
    return Array.isArray(kept) && kept.every(isTierDraft) ? kept : [];
  } catch {
    return [];
  }
}

function isTierDraft(value: unknown): value is TierDraft {
  if (typeof value !== "object" || value === null) return false;
  const fields: Partial<Record<string, unknown>> = { ...value };
  const { service, above } = fields;
  return (
    Object.keys(newTier).every((name) => typeof fields[name] === "string") &&
    (service === "" || SERVICE_TIERS.some((tier) => tier === service)) &&
    (above === "" || PROMPT_LIMITS.some((limit) => String(limit) === above))
  );
}

/** The draft of a known tier; without its completion's price if that is in a currency of its own. */
export function tierLike(tier: PriceTier, isOneCurrency: boolean): TierDraft {
  const amounts = AMOUNT_NAMES.map((name): [Amount, string] => [name, perMillionText(tier[AMOUNTS[name]])]);
  return {
    ...newTier,
    ...Object.fromEntries(amounts),
    ...(!isOneCurrency && { completion: "" }),
    service: tier.service_tier ?? "",
    above: String(tier.above_prompt_tokens ?? ""),
  };
}

/** What is wrong with each tier, by field. */
export function tierProblems(tiers: readonly TierDraft[]): TierProblems[] {
  return tiers.map((tier, place) => {
    const problems: TierProblems = {};
    const same = tiers.findIndex(({ service, above }) => service === tier.service && above === tier.above);
    if (tier.service === "" && tier.above === "") problems.service = "Choose a service tier, a prompt length, or both";
    else if (same < place) problems.service = `Tier ${same + 1} is for the same calls`;
    for (const name of AMOUNT_NAMES) if (isWrong(tier[name], name)) problems[name] = NO_AMOUNT;
    return problems;
  });
}

/** Whether an amount is neither valid nor left out, which those of the cache may be. */
export function isWrong(typed: string, name: Amount): boolean {
  const isOptional = name !== "prompt" && name !== "completion";
  return perToken(typed) === undefined && !(isOptional && typed.trim() === "");
}

/** The tier of a request, from a valid draft. */
export function toNewTier(tier: TierDraft): NewTier {
  const service = SERVICE_TIERS.find((one) => one === tier.service);
  const above = PROMPT_LIMITS.find((limit) => String(limit) === tier.above);
  return {
    ...(service && { service_tier: service }),
    ...(above && { above_prompt_tokens: above }),
    ...toAmounts(tier),
  };
}

/** The amounts of a request, from a valid draft; what is empty is left out. */
export function toAmounts(draft: Readonly<Record<Amount, string>>) {
  const optional = (["cacheRead", "cacheWrite", "cacheWrite1h"] as const).flatMap((name) => {
    const amount = perToken(draft[name]);
    return amount === undefined ? [] : [[AMOUNTS[name], amount] as const];
  });
  return {
    prompt_token_cost: perToken(draft.prompt) ?? 0,
    completion_token_cost: perToken(draft.completion) ?? 0,
    ...Object.fromEntries(optional),
  };
}
