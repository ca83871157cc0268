import * as z from "zod";
import {
  MASKING_CALLS,
  MASKING_PATHS,
  MASKING_PATTERN_CHARS,
  MASKING_REPLACEMENT_CHARS,
  MASKING_RULES,
  NAME_CHARS,
} from "./limits";
import { list } from "./list";
import { MASKED_FIELDS, READY_KINDS } from "./masking-kinds";
import { projectId, shownName, timestamp } from "./primitives";

/** A field of a call, or a part of one, such as `inputs.messages`; the positions in lists are left out. */
const maskingPath = z
  .string()
  .max(NAME_CHARS, `must have at most ${NAME_CHARS} characters`)
  .refine(
    (path) => !path.endsWith(".") && MASKED_FIELDS.some((field) => path === field || path.startsWith(`${field}.`)),
    `must be or begin with one of ${MASKED_FIELDS.join(", ")}`,
  );

const ruleFields = {
  name: shownName.refine((text) => text !== "", "must not be empty"),
  /**
   * Where it applies: everything at these paths and below them. Absent or empty: everywhere. A rule for other fields than
   * the attributes also applies to the raw span in `attributes.otel`, which they were read from.
   */
  paths: list(maskingPath).max(MASKING_PATHS, `must have at most ${MASKING_PATHS} items`).nullish(),
  /** Defaults to `[email]`, `[card]`, `[iban]`, `[api key]` or `[masked]`. No rule may match it. */
  replacement: z
    .string()
    .min(1, "must not be empty")
    .max(MASKING_REPLACEMENT_CHARS, `must have at most ${MASKING_REPLACEMENT_CHARS} characters`)
    .refine((text) => !/\p{Cc}/u.test(text) && text.isWellFormed(), "must not contain control characters")
    .nullish(),
  /** Defaults to true. */
  enabled: z.boolean().nullish(),
};

/**
 * What is replaced before anything is stored.
 *
 * - `email`: addresses; `card`: card numbers of the large networks, with their check digit; `iban`: account numbers,
 *   with their check digits; `api_key`: keys of the large providers, tokens (JWT), and private keys.
 * - `regex`: a JavaScript regular expression (flag `u`), applied to each string, number and key of an object. It must
 *   not match an empty text, and must not take long for any text.
 */
const maskingRule = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.enum(READY_KINDS), ...ruleFields }),
  z.strictObject({
    kind: z.literal("regex"),
    pattern: z
      .string()
      .min(1, "must not be empty")
      .max(MASKING_PATTERN_CHARS, `must have at most ${MASKING_PATTERN_CHARS} characters`),
    ignore_case: z.boolean().nullish(),
    ...ruleFields,
  }),
]);
export type MaskingRule = z.infer<typeof maskingRule>;

/** In order: where two match the same text, the first decides what replaces it. */
export const maskingRules = list(maskingRule)
  .max(MASKING_RULES, `must have at most ${MASKING_RULES} items`)
  .check(({ value, issues }) => {
    value.forEach(({ name }, place) => {
      if (value.findIndex((other) => other.name === name) !== place)
        issues.push({
          code: "custom",
          input: name,
          path: [place, "name"],
          message: "must not be the name of another rule",
        });
    });
  });

/** Whether a rule applies at all. */
export const isEnabled = ({ enabled }: Pick<MaskingRule, "enabled">) => enabled !== false;

export const maskingQueryRequest = z.strictObject({ project_id: projectId });

/** The rules of a project; those of one without rules have version 0. */
export const maskingResponse = z.object({
  rules: maskingRules,
  version: z.int(),
  changed_by: z.string().optional(),
  changed_at: timestamp.optional(),
});
export type Masking = z.infer<typeof maskingResponse>;

/** Replaces all rules; `replaces` is the version that they were read with: if there is a later one, `conflict`. */
export const maskingSetRequest = z.strictObject({
  project_id: projectId,
  rules: maskingRules,
  replaces: z.int().min(0, "must not be negative"),
});

/** What rules would replace in the latest calls; nothing is changed. */
export const maskingDryRunRequest = z.strictObject({
  project_id: projectId,
  rules: maskingRules,
  /** How many calls are read, newest first. Defaults to 1,000; fewer if they are very large. */
  calls: z.int().min(1, "must be at least 1").max(MASKING_CALLS, `must be at most ${MASKING_CALLS}`).nullish(),
});

const maskingSample = z.object({
  call_id: z.string(),
  /** Such as `inputs.messages[2].content`. */
  path: z.string(),
  /** The match, of which only the first and the last character are shown, between what is around it once masked. */
  before: z.string(),
  match: z.string(),
  after: z.string(),
});
export type MaskingSample = z.infer<typeof maskingSample>;

export const maskingDryRunResponse = z.object({
  /** Calls that were read, their characters, and whether more were asked for than fit into the time. */
  calls: z.int(),
  characters: z.int(),
  is_cut: z.boolean(),
  /** In the order of the rules. Matches in stored calls that were masked before are not found again. */
  rules: z.array(
    z.object({
      name: z.string(),
      calls: z.int(),
      matches: z.int(),
      samples: z.array(maskingSample),
    }),
  ),
  /** Texts that a pattern took too long for; they would be replaced whole. */
  not_checked: z.int(),
  /** Milliseconds of computing for each call, and megabytes for each second, without and with these rules. */
  cost: z.object({
    ms_per_call: z.object({ without: z.number(), with: z.number() }),
    mb_per_second: z.object({ without: z.number(), with: z.number() }),
  }),
});
export type MaskingDryRun = z.infer<typeof maskingDryRunResponse>;
