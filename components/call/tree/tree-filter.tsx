"use client";

import { ListFilter } from "lucide-react";

import { Button } from "@/components/ui/button";
import { DropdownMenu, MenuCheckbox, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/dropdown-menu";
import { CALL_KINDS } from "@/lib/contract/call-kinds";
import { formatCount } from "@/lib/format/number";

import { TREE_SIGNS, type TreeFilter as Filter } from "./trace-model";

const signWords: Record<(typeof TREE_SIGNS)[number], string> = { error: "errors", critical: "on the critical path" };

interface TreeFilterProps {
  filters: readonly Filter[];
  /** How many calls would remain with each. */
  counts: ReadonlyMap<Filter, number>;
  onChange: (filters: Filter[]) => void;
}

/** Filters the tree by kind, errors or the critical path. */
export function TreeFilter({ filters, counts, onChange }: TreeFilterProps) {
  const item = (filter: Filter, word: string) => {
    const count = counts.get(filter) ?? 0;
    const isOn = filters.includes(filter);
    if (count === 0 && !isOn) return undefined;
    return (
      <MenuCheckbox
        key={filter}
        checked={isOn}
        onCheckedChange={(on) => onChange(on ? [...filters, filter] : filters.filter((each) => each !== filter))}
      >
        <span className="flex flex-1 justify-between gap-6">
          {word} <span className="text-muted tabular-nums">{formatCount(count)}</span>
        </span>
      </MenuCheckbox>
    );
  };
  const signs = TREE_SIGNS.map((sign) => item(sign, signWords[sign])).filter(Boolean);
  const kinds = CALL_KINDS.map((kind) => item(kind, kind)).filter(Boolean);
  return (
    <DropdownMenu
      trigger={
        <Button variant="ghost" size="small" icon={ListFilter} aria-pressed={filters.length > 0} className="px-1.5">
          <span className="@max-[460px]:sr-only">Filter</span>
          {filters.length > 0 && <span className="text-accent-ink">{filters.length}</span>}
        </Button>
      }
    >
      <MenuLabel>Show only</MenuLabel>
      {signs}
      {kinds.length > 0 && signs.length > 0 && <MenuSeparator />}
      {kinds}
      {filters.length > 0 && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => onChange([])}>Show all calls</MenuItem>
        </>
      )}
    </DropdownMenu>
  );
}
