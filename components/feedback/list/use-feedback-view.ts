"use client";

import { useQueryStates } from "nuqs";
import { useCallback } from "react";

import type { FeedbackView } from "@/lib/filter/feedback-view";

import { viewParams } from "./feedback-params";

export type ChangeFeedbackView = (change: Partial<FeedbackView>) => void;

/** The whole view of the list of feedback, kept in the URL. */
export function useFeedbackView(): [FeedbackView, ChangeFeedbackView] {
  const [view, setValues] = useQueryStates(viewParams);
  const change = useCallback<ChangeFeedbackView>((next) => void setValues(next, { history: "push" }), [setValues]);
  return [view, change];
}
