"use client";

import { useShortcuts } from "@/components/ui/shortcuts";

import { tabLabels, type TabName, useCallTab } from "./use-call-tab";
import { payloadLooks, usePayloadLook } from "./use-payload-look";

/** The keys to these parts of a call, and to how its messages are shown. */
export function useCallKeys(tabs: readonly TabName[]): void {
  const [, setTab] = useCallTab();
  const [look, setLook] = usePayloadLook();
  const nextLook = () => setLook(payloadLooks[(payloadLooks.indexOf(look) + 1) % payloadLooks.length] ?? "chat");
  useShortcuts("Call", [
    { keys: "r", description: "Switch between chat, plain and JSON", run: nextLook },
    ...tabs.map((name, index) => ({
      keys: String(index + 1),
      description: tabLabels[name],
      run: () => void setTab(name),
    })),
  ]);
}
