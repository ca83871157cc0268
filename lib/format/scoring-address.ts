// The addresses of automatic scoring. They are not in `address.ts`, which every page loads.
import { addressIn, feedbackPath, withSearch } from "./address";

/** The page that lists the scoring rules of a project, with one of them beside the list if given. */
export function scoringPath(projectId: string, ruleId?: string): string {
  return withSearch(addressIn(projectId, "scoring"), { rule: ruleId });
}

/** What the form of a new rule begins with. */
interface RuleStart {
  /** What is scored: a unit of the contract. */
  unit?: string;
  /** The text of a filter of calls. */
  filter?: string;
  /** The ref of a version of a scorer. */
  scorer?: string;
}

/** The address of the form for a new scoring rule, as `useAskedRule` reads it. */
export function newScoringPath(projectId: string, { unit = "traces", filter, scorer }: RuleStart = {}): string {
  return withSearch(scoringPath(projectId), { new: unit, filter: filter || undefined, scorer });
}

/** The list of the feedback of one type. */
export function feedbackOfTypePath(projectId: string, type: string): string {
  return withSearch(feedbackPath(projectId), { type });
}
