"use client";

import type { RowData } from "@tanstack/react-table";
import { Columns3 } from "lucide-react";

import { Button } from "@/components/ui/button";
import { DropdownMenu, MenuCheckbox, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/dropdown-menu";

import { headerText, type Table } from "./column";

interface ColumnsMenuProps<Row extends RowData> {
  table: Table<Row>;
}

/** Shows, hides and resets columns; a phone's rows have their own. */
export function ColumnsMenu<Row extends RowData>({ table }: ColumnsMenuProps<Row>) {
  const columns = table.getAllLeafColumns().filter((column) => column.getCanHide());
  return (
    <DropdownMenu
      trigger={
        <Button icon={Columns3} className="max-sm:hidden">
          Columns
        </Button>
      }
    >
      <MenuLabel>Columns</MenuLabel>
      {columns.map((column) => (
        <MenuCheckbox
          key={column.id}
          checked={column.getIsVisible()}
          onCheckedChange={(visible) => column.toggleVisibility(visible)}
        >
          {headerText(column)}
        </MenuCheckbox>
      ))}
      <MenuSeparator />
      <MenuItem
        onSelect={() => {
          table.resetColumnSizing(true);
          table.resetColumnVisibility(true);
        }}
      >
        Reset columns
      </MenuItem>
    </DropdownMenu>
  );
}
