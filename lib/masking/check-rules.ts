import { isEnabled, type MaskingRule } from "@/lib/contract/masking";
import type { FieldError } from "@/lib/contract/field-errors";
import type { Limited } from "./find";
import { hostileTexts } from "./hostile-texts";
import { matchesIn } from "./match";
import { regexMatcher, patternOf } from "./regex";
import { matcherOf, replacementOf } from "./rule-set";
import { searchedForm } from "./searched-form";

/** The longest that a pattern may take for all texts that it is tried on, and all patterns for the replacements, milliseconds. */
const TRIAL_MS = 500;
const TOO_SLOW = `takes longer than ${TRIAL_MS} ms for repetitive texts of 600 characters`;
const TOO_SLOW_FOR_REPLACEMENTS = `have a pattern that takes longer than ${TRIAL_MS} ms for one of the replacements`;

/**
 * What is wrong with rules beyond their form: invalid patterns, patterns that match an empty text or take long, and
 * replacements that a rule matches, since what is masked may be masked again.
 */
export function ruleErrors(rules: readonly MaskingRule[], limited: Limited): FieldError[] {
  const errors: FieldError[] = [];
  let isSlow = false;
  for (const [place, rule] of rules.entries()) {
    const pattern = rule.kind === "regex" ? compiled(rule) : undefined;
    if (pattern === undefined) continue;
    // After one that takes long no other is tried: requests wait meanwhile.
    if (typeof pattern !== "string" && isSlow) continue;
    const message: string | undefined = typeof pattern === "string" ? pattern : trialProblem(pattern, limited);
    isSlow ||= message === TOO_SLOW;
    if (message !== undefined) errors.push({ path: `rules[${place}].pattern`, message });
  }
  // A pattern that is slow must not be tried on anything else.
  if (errors.length > 0) return errors;
  const checked =
    limited(TRIAL_MS, () => replacementErrors(rules)) ?? limited(TRIAL_MS, () => replacementErrors(rules));
  return checked ? checked.result : [{ path: "rules", message: TOO_SLOW_FOR_REPLACEMENTS }];
}

/** The pattern, or why it is none. */
function compiled({ pattern, ignore_case }: MaskingRule & { kind: "regex" }): RegExp | string {
  try {
    return patternOf(pattern, ignore_case === true);
  } catch (error) {
    if (error instanceof SyntaxError) return error.message;
    throw error;
  }
}

function trialProblem(pattern: RegExp, limited: Limited): string | undefined {
  const matcher = regexMatcher(pattern);
  const run = () => {
    for (const text of hostileTexts(pattern.source)) matcher.find(text, undefined);
    return "".search(pattern) !== -1;
  };
  // The process may have been stopped meanwhile.
  const tried = limited(TRIAL_MS, run) ?? limited(TRIAL_MS, run);
  if (!tried) return TOO_SLOW;
  return tried.result ? "must not match an empty text" : undefined;
}

function replacementErrors(rules: readonly MaskingRule[]): FieldError[] {
  const enabled = rules.filter(isEnabled);
  return rules.flatMap((rule, place) => {
    const replacement = replacementOf(rule);
    const matching = [...new Set([rule, ...enabled])].find(
      (other) => matchesIn(matcherOf(other), replacement, undefined, searchedForm(replacement)).length > 0,
    );
    if (!matching) return [];
    const message = `${JSON.stringify(replacement)} is matched by the rule ${JSON.stringify(matching.name)}`;
    return { path: `rules[${place}].replacement`, message };
  });
}
