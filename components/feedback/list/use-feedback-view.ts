"use client";

import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useCallback } from "react";

import { instantParam, sortParam } from "@/components/data-table/url-params";
import { dayRanges } from "@/lib/format/day-ranges";
import { feedbackSorts, type FeedbackView } from "@/lib/filter/feedback-view";

const parsers = {
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

export type ChangeFeedbackView = (change: Partial<FeedbackView>) => void;

/** The whole view of the list of feedback, kept in the URL. */
export function useFeedbackView(): [FeedbackView, ChangeFeedbackView] {
  const [view, setValues] = useQueryStates(parsers);
  const change = useCallback<ChangeFeedbackView>((next) => void setValues(next, { history: "push" }), [setValues]);
  return [view, change];
}
