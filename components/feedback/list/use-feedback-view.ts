"use client";

import { useQueryStates } from "nuqs";
import { useCallback, useMemo } from "react";

import { useTimeZone } from "@/components/ui/use-time-zone";
import { type FeedbackView, zonedFeedback } from "@/lib/filter/feedback-view";

import { viewParams } from "./feedback-params";

export type ChangeFeedbackView = (change: Partial<FeedbackView>) => void;

/** The whole view of the list of feedback, kept in the URL. */
export function useFeedbackView(): [FeedbackView, ChangeFeedbackView] {
  const [values, setValues] = useQueryStates(viewParams);
  const zone = useTimeZone();
  const view = useMemo(() => zonedFeedback(values, zone), [values, zone]);
  const change = useCallback<ChangeFeedbackView>((next) => void setValues(next, { history: "push" }), [setValues]);
  return [view, change];
}
