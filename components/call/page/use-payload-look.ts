"use client";

import { usePreference } from "@/components/ui/use-preference";

export type PayloadLook = "chat" | "json";

const parse = (stored: string) => (stored === "chat" || stored === "json" ? stored : undefined);

/** Whether inputs and outputs are read as a conversation or as JSON. */
export function usePayloadLook(): [PayloadLook, (look: PayloadLook) => void] {
  return usePreference<PayloadLook>("payload-look", "chat", parse);
}
