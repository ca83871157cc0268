"use client";

import { callRef } from "@/lib/contract/refs";

import { FeedbackOn } from "./feedback-on";
import { panelClass } from "./feedback-skeleton";

/** The feedback on a call, and the forms to add some. */
export function FeedbackPanel({ projectId, callId }: { projectId: string; callId: string }) {
  return <FeedbackOn subject={{ projectId, ref: callRef(projectId, callId) }} className={panelClass} />;
}
