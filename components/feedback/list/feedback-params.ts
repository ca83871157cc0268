import { createLoader, parseAsString, type SearchParams } from "nuqs/server";

import { rangeParam } from "@/components/data-table/range-param";
import { instantParam, sortParam } from "@/components/data-table/url-params";
import { feedbackSorts, zonedFeedback } from "@/lib/filter/feedback-view";
import type { TimeZone } from "@/lib/format/time";
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
  range: rangeParam,
  sort: sortParam((text) => feedbackSorts.find((sort) => sort === text)).withDefault({
    by: "created_at",
    direction: "desc",
  }),
};

/** What the list of feedback first shows at an address, to somebody in a time zone. */
export function feedbackAt(projectId: string, search: SearchParams, zone: TimeZone = "UTC"): FeedbackListParams {
  return { projectId, view: zonedFeedback(createLoader(viewParams)(search), zone) };
}
