"use client";

import { ToggleGroup } from "radix-ui";

import type { ChoiceView } from "@/lib/chat/answer";

interface ChoiceTabsProps {
  choices: readonly ChoiceView[];
  chosen: number;
  onChoose: (index: number) => void;
}

/** Several answers to one request: which one is shown. */
export function ChoiceTabs({ choices, chosen, onChoose }: ChoiceTabsProps) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label="Choices"
      value={String(chosen)}
      onValueChange={(value) => value !== "" && onChoose(Number(value))}
      className="flex gap-1 overflow-x-auto border-b border-line px-3 py-1"
    >
      {choices.map(({ index }) => (
        <ToggleGroup.Item
          key={index}
          value={String(index)}
          className="h-6 rounded-control px-2 text-meta whitespace-nowrap text-muted hover:text-ink data-[state=on]:bg-selected data-[state=on]:text-ink"
        >
          Choice {index + 1}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
