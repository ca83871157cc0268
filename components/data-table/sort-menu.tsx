"use client";

import type { RowData } from "@tanstack/react-table";
import { ArrowDownUp } from "lucide-react";

import { Button } from "@/components/ui/button";
import { DropdownMenu, MenuRadio, MenuSeparator } from "@/components/ui/dropdown-menu";

import { directionOf, headerText, type Table } from "./column";

interface SortMenuProps<Row extends RowData> {
  table: Table<Row>;
}

const directions = [
  { value: "asc", label: "Ascending" },
  { value: "desc", label: "Descending" },
] as const;

/** Sorts if there is no space for headers, as on a phone. */
export function SortMenu<Row extends RowData>({ table }: SortMenuProps<Row>) {
  const columns = table.getAllLeafColumns().filter((column) => column.getCanSort());
  const [sort] = table.state.sorting;
  return (
    <DropdownMenu
      trigger={
        <Button icon={ArrowDownUp} className="sm:hidden">
          Sort
        </Button>
      }
    >
      <MenuRadio
        label="Sort by"
        options={columns.map((column) => ({ value: column.id, label: headerText(column) }))}
        value={sort?.id ?? ""}
        onValueChange={(id) => {
          const desc = table.getColumn(id)?.getFirstSortDir() === "desc";
          table.setSorting([{ id, desc }]);
        }}
      />
      <MenuSeparator />
      <MenuRadio
        label="Direction"
        options={directions}
        value={sort ? directionOf(sort) : ""}
        onValueChange={(direction) => {
          if (sort) table.setSorting([{ ...sort, desc: direction === "desc" }]);
        }}
      />
    </DropdownMenu>
  );
}
