"use client";

import { ToggleGroup } from "radix-ui";

import type { PayloadLook } from "./use-payload-look";

interface LookToggleProps {
  look: PayloadLook;
  onChange: (look: PayloadLook) => void;
}

const looks: [PayloadLook, string][] = [
  ["chat", "Chat"],
  ["plain", "Plain"],
  ["json", "JSON"],
];

/** Chat, its plain text or JSON, for inputs and outputs alike. */
export function LookToggle({ look, onChange }: LookToggleProps) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label="Show payloads as"
      value={look}
      onValueChange={(value) => {
        const chosen = looks.find(([key]) => key === value);
        if (chosen) onChange(chosen[0]);
      }}
      className="inline-flex rounded-control border border-line-strong p-px"
    >
      {looks.map(([value, word]) => (
        <ToggleGroup.Item
          key={value}
          value={value}
          className="h-5 rounded-[5px] px-2 text-meta text-muted hover:text-ink data-[state=on]:bg-selected data-[state=on]:text-ink"
        >
          {word}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
