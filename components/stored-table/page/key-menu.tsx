"use client";

import { KeyRound } from "lucide-react";

import { Button } from "@/components/ui/button";
import { DropdownMenu, MenuCheckbox, MenuSeparator } from "@/components/ui/dropdown-menu";

interface KeyMenuProps {
  columns: readonly string[];
  /** Whole rows are compared if there are none. */
  selected: readonly string[];
  onChange: (selected: readonly string[]) => void;
}

/** Selects the columns whose values say which rows of two tables are the same. */
export function KeyMenu({ columns, selected, onChange }: KeyMenuProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
      <span className="text-muted">Compare rows by</span>
      <DropdownMenu
        align="start"
        trigger={
          <Button icon={KeyRound} className="max-w-full min-w-0">
            <bdi className="truncate">{selected.length === 0 ? "Whole rows" : `Key: ${selected.join(", ")}`}</bdi>
          </Button>
        }
      >
        {columns.map((column) => (
          <MenuCheckbox
            key={column}
            checked={selected.includes(column)}
            onCheckedChange={(isOn) =>
              onChange(isOn ? [...selected, column] : selected.filter((other) => other !== column))
            }
          >
            <bdi>{column}</bdi>
          </MenuCheckbox>
        ))}
        <MenuSeparator />
        <MenuCheckbox checked={selected.length === 0} onCheckedChange={() => onChange([])}>
          Whole rows
        </MenuCheckbox>
      </DropdownMenu>
    </div>
  );
}
