import type { FieldError } from "@/lib/contract/field-errors";
import { comparedTime } from "@/lib/contract/expression-parts";
import { SCORED_UNITS, type ScoringDefinition } from "@/lib/contract/scoring";
import { fieldAt } from "@/lib/filter/fields";
import { formatFilter } from "@/lib/filter/format-filter";
import { fromExpression } from "@/lib/filter/from-expression";
import { readFilter } from "@/lib/filter/metric-draft";
import type { Clock } from "@/lib/filter/relative-time";
import { withoutTimes } from "@/lib/filter/without-times";

/** What is typed into the form of a scoring rule. */
export const NEW_RULE = {
  name: "",
  /** The ref of the version of a scorer. */
  scorer: "",
  unit: "traces",
  quietMinutes: "10",
  filter: "",
  /** In percent. */
  sampling: "100",
  /** In USD. */
  budget: "",
};
type RuleField = keyof typeof NEW_RULE;
export type RuleDraft = Readonly<Record<RuleField, string>>;
export type RuleProblems = Partial<Record<RuleField, string>>;

/** The draft of a new rule, which begins with what is asked for; its filter may be that of a list. */
export function newDraft(asked: Partial<RuleDraft>): RuleDraft {
  return { ...NEW_RULE, ...asked, filter: withoutTimes(asked.filter ?? "") };
}

const PERCENT = 100;

/** The draft that changes a rule. */
export function draftOf({ name, scorer_ref, unit, quiet_minutes, query, ...limits }: ScoringDefinition): RuleDraft {
  return {
    name,
    scorer: scorer_ref,
    unit,
    quietMinutes: String(quiet_minutes ?? NEW_RULE.quietMinutes),
    filter: query ? formatFilter(fromExpression(query.$expr)) : "",
    sampling: String(withoutNoise((limits.sampling_rate ?? 1) * PERCENT)),
    budget: limits.budget_usd == null ? "" : String(limits.budget_usd),
  };
}

/** Without the error that a product or quotient with 100 adds: 0.07 is 7, not 7.000000000000001. */
const withoutNoise = (value: number) => Number(value.toPrecision(15));

interface Known {
  clock: Clock;
  /** What the rule is called if no name is typed. */
  name: string;
  /** The definition that is changed: what the form does not show of it stays. */
  before: ScoringDefinition | undefined;
}

/** The definition that a draft describes, or what is wrong with its fields. */
export function definitionOf(
  draft: RuleDraft,
  { clock, name, before }: Known,
): { definition: ScoringDefinition } | { problems: RuleProblems } {
  const problems: RuleProblems = {};
  if (draft.scorer === "") problems.scorer = "Choose a scorer";
  const unit = SCORED_UNITS.find((one) => one === draft.unit) ?? "traces";
  const quiet = numberIn(draft.quietMinutes);
  if (unit === "threads" && !(Number.isInteger(quiet) && quiet >= 1)) problems.quietMinutes = "Enter whole minutes";
  const sampling = numberIn(draft.sampling);
  if (!(sampling > 0 && sampling <= PERCENT)) problems.sampling = "Enter a percentage above 0, up to 100";
  const budget = draft.budget.trim() === "" ? undefined : numberIn(draft.budget);
  if (budget !== undefined && !(budget > 0)) problems.budget = "Enter an amount above 0, or nothing for no limit";
  const read = readFilter(draft.filter, clock);
  const expression = "expression" in read ? read.expression : undefined;
  if ("problem" in read) problems.filter = read.problem;
  const time = expression && comparedTime(expression);
  if (time !== undefined)
    problems.filter = `Calls are scored as they come: remove the condition on ${fieldAt(time)?.name ?? time}`;
  if (Object.keys(problems).length > 0) return { problems };
  return {
    definition: {
      name: draft.name.trim() || name,
      scorer_ref: draft.scorer,
      unit,
      ...(before?.filter && { filter: before.filter }),
      ...(expression && { query: { $expr: expression } }),
      sampling_rate: withoutNoise(sampling / PERCENT),
      ...(unit === "threads" && { quiet_minutes: quiet }),
      ...(budget !== undefined && { budget_usd: budget }),
    },
  };
}

/** NaN for anything but a finite number. */
function numberIn(text: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : Number.NaN;
}

/** The fields of the form by the first part of the path that the service names. */
const FIELDS: ReadonlyMap<string, RuleField> = new Map([
  ["name", "name"],
  ["scorer_ref", "scorer"],
  ["unit", "unit"],
  ["quiet_minutes", "quietMinutes"],
  ["filter", "filter"],
  ["query", "filter"],
  ["sampling_rate", "sampling"],
  ["budget_usd", "budget"],
]);

/** What the service finds wrong, by field; without what belongs to none. */
export function problemsOf(errors: readonly FieldError[]): RuleProblems {
  const problems: RuleProblems = {};
  for (const { path, message } of errors) {
    const [first = ""] = path.replace(/^definition\./, "").split(/[.[]/, 1);
    const field = FIELDS.get(first);
    if (field) problems[field] ??= message.charAt(0).toUpperCase() + message.slice(1);
  }
  return problems;
}
