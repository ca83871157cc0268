"use client";

import { callRef } from "@/lib/contract/refs";

import { FeedbackOn } from "./feedback-on";

interface FeedbackPanelProps {
  projectId: string;
  callId: string;
}

/** What people think of a call, and the place to say it. */
export function FeedbackPanel({ projectId, callId }: FeedbackPanelProps) {
  return (
    <FeedbackOn
      subject={{ projectId, ref: callRef(projectId, callId) }}
      className="border-t border-line bg-raised py-2 sm:max-h-[50%]"
    />
  );
}
