import { isEnabled, type MaskingRule } from "@/lib/contract/masking";
import type { FieldError } from "@/lib/contract/field-errors";
import type { Limited } from "./find";
import { hostileTexts } from "./hostile-texts";
import { matchesIn } from "./match";
import { regexMatcher, patternOf } from "./regex";
import { matcherOf, replacementOf } from "./rule-set";
import { searchedForm } from "./searched-form";

/** The longest that a pattern may take for all texts that it is tried on, and for one of them, milliseconds. */
const TRIAL_MS = 1_000;
const TEXT_MS = 90;
/** For how long texts are tried in one go. */
const SLICE_MS = 20;
const TOO_SLOW = `takes longer than ${TRIAL_MS} ms for repetitive texts of 600 characters, or than ${TEXT_MS} ms for one`;
const TOO_SLOW_FOR_REPLACEMENTS = `have a pattern that takes longer than ${TEXT_MS} ms for one of the replacements`;

/**
 * What is wrong with rules beyond their form: invalid patterns, patterns that match an empty text or take long, and
 * replacements that a rule matches, since what is masked may be masked again. It yields where other work can have its turn.
 */
export function* ruleErrors(rules: readonly MaskingRule[], limited: Limited): Generator<void, FieldError[]> {
  const errors: FieldError[] = [];
  let isSlow = false;
  for (const [place, rule] of rules.entries()) {
    const pattern = rule.kind === "regex" ? compiled(rule) : undefined;
    if (pattern === undefined) continue;
    // After one that takes long no other is tried: requests wait meanwhile.
    if (typeof pattern !== "string" && isSlow) continue;
    const message: string | undefined = typeof pattern === "string" ? pattern : yield* trialProblem(pattern, limited);
    isSlow ||= message === TOO_SLOW;
    if (message !== undefined) errors.push({ path: `rules[${place}].pattern`, message });
  }
  // A pattern that is slow must not be tried on anything else.
  if (errors.length > 0) return errors;
  for (const [place, rule] of rules.entries()) {
    yield;
    const find = () => replacementErrors(rules, place, rule);
    // The process may have been stopped meanwhile.
    const checked = limited(TEXT_MS, find) ?? limited(TEXT_MS, find);
    if (!checked) return [{ path: "rules", message: TOO_SLOW_FOR_REPLACEMENTS }];
    errors.push(...checked.result);
  }
  return errors;
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

function* trialProblem(pattern: RegExp, limited: Limited): Generator<void, string | undefined> {
  const matcher = regexMatcher(pattern);
  const texts = ["", ...hostileTexts(pattern.source)];
  let [tried, inVain, spentMs] = [0, 0, 0];
  while (tried < texts.length) {
    const [before, since] = [tried, performance.now()];
    // Twice for a text that takes long: the process may have been stopped meanwhile.
    limited(inVain === 0 ? SLICE_MS : TEXT_MS, () => {
      for (; tried < texts.length; tried += 1) matcher.find(texts[tried] ?? "", undefined);
    });
    inVain = tried > before ? 0 : inVain + 1;
    spentMs += performance.now() - since;
    if (inVain > 2 || spentMs > TRIAL_MS) return TOO_SLOW;
    yield;
  }
  return "".search(pattern) === -1 ? undefined : "must not match an empty text";
}

function replacementErrors(rules: readonly MaskingRule[], place: number, rule: MaskingRule): FieldError[] {
  const replacement = replacementOf(rule);
  const matching = [...new Set([rule, ...rules.filter(isEnabled)])].find(
    (other) => matchesIn(matcherOf(other), replacement, undefined, searchedForm(replacement)).length > 0,
  );
  if (!matching) return [];
  const message = `${JSON.stringify(replacement)} is matched by the rule ${JSON.stringify(matching.name)}`;
  return [{ path: `rules[${place}].replacement`, message }];
}
