"use client";

import { createParser, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useCallback } from "react";

import { normalizeTimestamp } from "@/lib/contract/time";
import { dayRanges } from "@/lib/queries/day-ranges";
import { feedbackSorts, type FeedbackView } from "@/lib/queries/feedback-list";

const parseAsSort = createParser<FeedbackView["sort"]>({
  parse: (text) => {
    const [name, direction] = text.split(".");
    const by = feedbackSorts.find((sort) => sort === name);
    return by && (direction === "asc" || direction === "desc") ? { by, direction } : null;
  },
  serialize: ({ by, direction }) => `${by}.${direction}`,
  eq: (a, b) => a.by === b.by && a.direction === b.direction,
});

const parseAsInstant = createParser<string>({
  parse: (text) => normalizeTimestamp(text) ?? null,
  serialize: (instant) => instant,
});

const parsers = {
  q: parseAsString.withDefault(""),
  type: parseAsString.withDefault(""),
  value: parseAsString.withDefault(""),
  who: parseAsString.withDefault(""),
  on: parseAsString.withDefault(""),
  from: parseAsInstant,
  to: parseAsInstant,
  range: parseAsStringLiteral(dayRanges),
  sort: parseAsSort.withDefault({ by: "created_at", direction: "desc" }),
};

export type ChangeFeedbackView = (change: Partial<FeedbackView>) => void;

/** The whole view of the list of feedback, kept in the URL. */
export function useFeedbackView(): [FeedbackView, ChangeFeedbackView] {
  const [view, setValues] = useQueryStates(parsers);
  const change = useCallback<ChangeFeedbackView>((next) => void setValues(next, { history: "push" }), [setValues]);
  return [view, change];
}
