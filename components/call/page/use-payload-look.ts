"use client";

import { usePreference } from "@/components/ui/use-preference";

/** `chat` renders answers as Markdown, `plain` shows every text as it was written. */
export const payloadLooks = ["chat", "plain", "json"] as const;
export type PayloadLook = (typeof payloadLooks)[number];

const parse = (stored: string) => payloadLooks.find((look) => look === stored);

/** Whether inputs and outputs are shown as a conversation or as JSON. */
export function usePayloadLook(): [PayloadLook, (look: PayloadLook) => void] {
  return usePreference<PayloadLook>("payload-look", "chat", parse);
}
