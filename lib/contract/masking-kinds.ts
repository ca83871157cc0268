// Not in `masking.ts`, whose schemas no page begins with.

/** Rules that need no pattern, each with what replaces its matches unless the rule says otherwise. */
export const READY_REPLACEMENTS = { email: "[email]", card: "[card]", iban: "[iban]", api_key: "[api key]" } as const;
export const READY_KINDS = ["email", "card", "iban", "api_key"] as const satisfies (keyof typeof READY_REPLACEMENTS)[];
const MASKING_KINDS = [...READY_KINDS, "regex"] as const;
export type MaskingKind = (typeof MASKING_KINDS)[number];

/** What replaces the matches of a pattern unless its rule says otherwise. */
export const REGEX_REPLACEMENT = "[masked]";
/** What replaces a text for which a pattern took too long. */
export const NOT_CHECKED = "[not checked]";

/** Where text of programs and users is: the fields of a call, and the payloads of feedback. */
export const MASKED_FIELDS = [
  "inputs",
  "output",
  "attributes",
  "summary",
  "exception",
  "op_name",
  "display_name",
  "thread_id",
  "turn_id",
  "user_id",
  "ext_run_id",
  "model",
  "response_id",
  "feedback",
] as const;
export type MaskedField = (typeof MASKED_FIELDS)[number];
