"use client";

import { MenuCheckbox, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/dropdown-menu";
import { CALL_KINDS } from "@/lib/contract/call-kinds";
import { formatCount } from "@/lib/format/number";

import type { TreeFilterProps } from "./tree-filter";
import { TREE_SIGNS, type TreeFilter } from "./trace-model";

const signWords: Record<(typeof TREE_SIGNS)[number], string> = { error: "errors", critical: "on the critical path" };

/** The filters of the tree that leave a call. */
export function TreeFilterMenu({ filters, counts, onChange }: TreeFilterProps) {
  const item = (filter: TreeFilter, word: string) => {
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
    <>
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
    </>
  );
}
