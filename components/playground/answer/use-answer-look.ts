"use client";

import { usePreference } from "@/components/ui/use-preference";

const looks = ["formatted", "plain", "tokens", "raw"] as const;
export type AnswerLook = (typeof looks)[number];

/** The format of answers, the same in every pane and stored in this browser. */
export function useAnswerLook(): [AnswerLook, (look: AnswerLook) => void] {
  return usePreference<AnswerLook>("answer-look", "formatted", (stored) => looks.find((look) => look === stored));
}
