"use client";

import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

import { cn } from "./cn";

interface Tab<Value extends string> {
  value: Value;
  label: string;
  /** Shown in grey behind the label. */
  count?: number;
}

interface TabsProps<Value extends string> {
  /** The accessible name of the row of tabs. */
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  className?: string;
  /** One `TabPanel` for each tab. */
  children: ReactNode;
}

export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onValueChange,
  className,
  children,
}: TabsProps<Value>) {
  const choose = (chosen: string) => {
    const tab = tabs.find((candidate) => candidate.value === chosen);
    if (tab) onValueChange(tab.value);
  };
  return (
    <Radix.Root value={value} onValueChange={choose} className={cn("flex min-h-0 flex-col", className)}>
      <Radix.List aria-label={label} className="flex shrink-0 overflow-x-auto border-b border-line px-2">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="relative -mb-px h-9 px-2 text-body font-medium whitespace-nowrap text-muted after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 hover:text-ink focus-visible:rounded-control focus-visible:-outline-offset-2 data-[state=active]:text-ink data-[state=active]:after:bg-accent"
          >
            {tab.label}
            {tab.count !== undefined && <span className="ml-1.5 font-normal text-muted">{tab.count}</span>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  );
}

interface TabPanelProps {
  value: string;
  className?: string;
  children: ReactNode;
}

export function TabPanel({ value, className, children }: TabPanelProps) {
  return (
    <Radix.Content
      value={value}
      className={cn("min-h-0 flex-1 overflow-auto focus-visible:-outline-offset-2", className)}
    >
      {children}
    </Radix.Content>
  );
}
