"use client";

import { callRef } from "@/lib/contract/refs";

import { FeedbackOn } from "./feedback-on";

/** The feedback on a call, and the forms to add some. */
export function FeedbackPanel({ projectId, callId }: { projectId: string; callId: string }) {
  return (
    <FeedbackOn
      subject={{ projectId, ref: callRef(projectId, callId) }}
      className="border-t border-line bg-raised py-2 sm:max-h-[50%]"
    />
  );
}
