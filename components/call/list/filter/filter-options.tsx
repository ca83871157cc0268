"use client";

import { useEffect, useRef } from "react";

import { cn } from "@/components/ui/cn";
import { floatClass, itemClass } from "@/components/ui/menu-class";
import type { CompletionOption } from "@/lib/filter/complete";
import type { Place } from "@/lib/format/place";

/** What the typed text may mean: a completion of it, or the page of what has it as its ID. */
export type FilterOption = CompletionOption | Place;

interface FilterOptionsProps {
  id: string;
  options: readonly FilterOption[];
  active: number;
  onChoose: (option: FilterOption) => void;
}

/** Completions of the typed text; the input keeps the focus. */
export function FilterOptions({ id, options, active, onChoose }: FilterOptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Completions"
      className={cn(floatClass, "absolute top-8 left-0 max-h-72 w-[min(420px,100%)]")}
    >
      {options.map((option, index) => (
        // The input handles the keys; these handlers are for the pointer.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={"href" in option ? option.href : option.insert}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          data-highlighted={index === active ? "" : undefined}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
          className={cn(itemClass, "hover:bg-hover")}
        >
          <bdi className={cn("min-w-0 flex-1 truncate text-meta", "insert" in option && "font-mono")}>
            {option.label}
          </bdi>
          {"hint" in option && <span className="shrink-0 text-meta text-muted tabular-nums">{option.hint}</span>}
        </div>
      ))}
    </div>
  );
}
