"use client";

import { ToggleGroup } from "@/components/ui/toggle-group";
import type { ChoiceView } from "@/lib/chat/answer";

interface ChoiceTabsProps {
  choices: readonly ChoiceView[];
  chosen: number;
  onChoose: (index: number) => void;
}

/** Tabs for several answers to one request. */
export function ChoiceTabs({ choices, chosen, onChoose }: ChoiceTabsProps) {
  return (
    <ToggleGroup
      label="Answers"
      options={choices.map(({ index }) => ({ value: index, label: `Answer ${index + 1}` }))}
      value={chosen}
      onValueChange={onChoose}
      className="flex gap-1 overflow-x-auto border-b border-line px-3 py-1 outline-none"
      optionClass="h-6 rounded-control whitespace-nowrap"
    />
  );
}
