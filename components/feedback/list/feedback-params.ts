import { createLoader, parseAsString, parseAsStringLiteral, type SearchParams } from "nuqs/server";

import { instantParam, sortParam } from "@/components/data-table/url-params";
import { feedbackSorts } from "@/lib/filter/feedback-view";
import { dayRanges } from "@/lib/format/day-ranges";
import type { FeedbackListParams } from "@/lib/queries/feedback-list";

/** How the address has the view of the list of feedback. */
export const viewParams = {
  q: parseAsString.withDefault(""),
  type: parseAsString.withDefault(""),
  value: parseAsString.withDefault(""),
  who: parseAsString.withDefault(""),
  on: parseAsString.withDefault(""),
  from: instantParam,
  to: instantParam,
  range: parseAsStringLiteral(dayRanges),
  sort: sortParam((text) => feedbackSorts.find((sort) => sort === text)).withDefault({
    by: "created_at",
    direction: "desc",
  }),
};

/** What the list of feedback first shows at an address. */
export function feedbackAt(projectId: string, search: SearchParams): FeedbackListParams {
  return { projectId, view: createLoader(viewParams)(search) };
}
