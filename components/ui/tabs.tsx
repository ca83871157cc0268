"use client";

import { createContext, use, useId, type ReactNode } from "react";

import { cn } from "./cn";
import { moveFocus } from "./move-focus";

interface Tab<Value extends string> {
  value: Value;
  label: string;
  /** Shown in gray after the label. */
  count?: number;
}

interface TabsProps<Value extends string> {
  /** The accessible name of the row of tabs. */
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  /** Aligns the first tab with the content of a container that has padding. */
  isFlush?: boolean;
  className?: string;
  /** One `TabPanel` for each tab. */
  children: ReactNode;
}

const Selected = createContext({ id: "", value: "" });
const tabId = (id: string, value: string) => `${id}-tab-${value}`;
const panelId = (id: string, value: string) => `${id}-panel-${value}`;

export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onValueChange,
  isFlush = false,
  className,
  children,
}: TabsProps<Value>) {
  const id = useId();
  return (
    <div className={cn("flex min-h-0 flex-col", className)}>
      <div
        role="tablist"
        aria-label={label}
        aria-orientation="horizontal"
        tabIndex={-1}
        onKeyDown={moveFocus}
        className={cn(
          // The line is inside: tabs over a border would make the bar scroll by its pixel.
          "flex shrink-0 overflow-x-auto overflow-y-hidden shadow-[inset_0_-1px_var(--line)] outline-none",
          !isFlush && "px-2",
        )}
      >
        {tabs.map((tab) => {
          const isSelected = tab.value === value;
          const select = () => {
            if (!isSelected) onValueChange(tab.value);
          };
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={tabId(id, tab.value)}
              aria-selected={isSelected}
              aria-controls={panelId(id, tab.value)}
              tabIndex={isSelected ? 0 : -1}
              onFocus={select}
              // Safari does not focus a button that is clicked.
              onClick={select}
              className="relative h-9 px-2 text-body font-medium whitespace-nowrap text-muted after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 hover:text-ink focus-visible:rounded-control focus-visible:-outline-offset-2 aria-selected:text-ink aria-selected:after:bg-accent"
            >
              {tab.label}
              {tab.count !== undefined && <span className="ml-1.5 font-normal text-muted">{tab.count}</span>}
            </button>
          );
        })}
      </div>
      <Selected value={{ id, value }}>{children}</Selected>
    </div>
  );
}

export function TabPanel({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  const selected = use(Selected);
  const isSelected = selected.value === value;
  return (
    <div
      role="tabpanel"
      id={panelId(selected.id, value)}
      aria-labelledby={tabId(selected.id, value)}
      hidden={!isSelected}
      tabIndex={0}
      className={isSelected ? cn("min-h-0 flex-1 overflow-auto focus-visible:-outline-offset-2", className) : undefined}
    >
      {isSelected && children}
    </div>
  );
}
