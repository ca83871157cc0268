"use client";

import { FeedbackGlance } from "@/components/ui/feedback-glance";

import { useCallExtras } from "./call-extras";

export function CallFeedback({ id }: { id: string }) {
  return <FeedbackGlance records={useCallExtras().feedbackOf(id) ?? []} />;
}
