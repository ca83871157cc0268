import type { MaskedField } from "@/lib/contract/masking-kinds";
import { JsonText } from "@/lib/json/text";
import { atOnce } from "@/lib/limit/turns";
import { type Find, type Limited, maskWithin } from "./find";
import { Masker } from "./mask-json";
import type { Patience } from "./patience";
import { isEmpty, type RuleSet, type Scope } from "./rule-set";

/** A text or a payload of a call, with the path that rules name; "everywhere" is for what has no path. */
export interface FieldValue {
  field: MaskedField | "everywhere";
  value: string | JsonText;
}

export interface MaskOptions {
  find: Find;
  limited: Limited;
  patience: Patience;
}

/** Like `maskFields`; it yields between the slices in which the values are searched for patterns. */
export function* maskInSlices(
  values: readonly FieldValue[],
  rules: RuleSet,
  { find, limited, patience }: MaskOptions,
): Generator<void, (string | JsonText)[]> {
  const scoped = values.map(({ field, value }) => ({ field, value, scope: scopeFor(rules, field) }));
  const mask = (find: Find) => scoped.map((one) => masked(one, find));
  const { patterns } = rules;
  if (patterns.length === 0) return maskAll(find, patience, mask);
  const chars = values.reduce((sum, { value }) => sum + (value instanceof JsonText ? value.text : value).length, 0);
  return yield* maskWithin(limited, { chars: chars * patterns.length, patterns }, find, patience, mask);
}

/**
 * The values with all matches of the rules replaced, in the same order; values without a match are the same. What takes
 * too long to be checked is replaced whole.
 */
export function maskFields(values: readonly FieldValue[], rules: RuleSet, options: MaskOptions): (string | JsonText)[] {
  return atOnce(maskInSlices(values, rules, options));
}

const unlimited: Limited = (_limitMs, run) => ({ result: run() });

/** Without patterns, all ends in time; but a text may be too long for the regular expression of a rule. */
function maskAll<Result>(find: Find, patience: Patience, mask: (find: Find) => Result): Result {
  try {
    return mask(find);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return atOnce(maskWithin(unlimited, { chars: 0, patterns: [] }, find, patience, mask));
  }
}

function masked(
  { field, value, scope }: { field: string; value: string | JsonText; scope: Scope },
  find: Find,
): string | JsonText {
  if (isEmpty(scope)) return value;
  const masker = new Masker(find, field);
  return value instanceof JsonText ? masker.json(value, scope) : masker.text(value, scope);
}

const scopeFor = (rules: RuleSet, field: FieldValue["field"]) =>
  field === "everywhere" ? rules.everywhere : rules.scopeOf(field);
