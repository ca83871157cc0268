"use client";

import { ToggleGroup } from "@/components/ui/toggle-group";

import type { PayloadLook } from "./use-payload-look";

const looks: { value: PayloadLook; label: string }[] = [
  { value: "chat", label: "Chat" },
  { value: "plain", label: "Plain" },
  { value: "json", label: "JSON" },
];

/** Chat, plain text or JSON, for both inputs and outputs. */
export function LookToggle({ look, onChange }: { look: PayloadLook; onChange: (look: PayloadLook) => void }) {
  return (
    <ToggleGroup
      label="Show payloads as"
      options={looks}
      value={look}
      onValueChange={onChange}
      className="inline-flex rounded-control border border-line-strong p-px outline-none"
      optionClass="h-5 rounded-[5px]"
    />
  );
}
