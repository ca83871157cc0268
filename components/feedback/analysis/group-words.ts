import type { FeedbackGroup } from "@/lib/feedback/by-group";
import { callGroupPath, callGroupWords } from "@/lib/filter/call-groups";
import type { FeedbackGrouping } from "@/lib/queries/feedback-analysis";

import { groupingWords } from "./analysis-params";

/** The name of a group, or of all groups that are not counted separately. */
export function groupWords({ of }: Pick<FeedbackGroup, "of">, by: FeedbackGrouping): string {
  return of ? callGroupWords(of, by) : `All other ${groupingWords[by]}s`;
}

/** The list of a group's calls, whenever they started; undefined if its calls have nothing in common to filter by. */
export function groupHref(
  projectId: string,
  { of }: Pick<FeedbackGroup, "of">,
  by: FeedbackGrouping,
): string | undefined {
  return of && callGroupPath(projectId, of, by);
}
