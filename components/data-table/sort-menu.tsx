"use client";

import { ArrowDownUp } from "lucide-react";

import { Button } from "@/components/ui/button";
import { DropdownMenu, MenuRadio, MenuSeparator } from "@/components/ui/dropdown-menu";

import { headerText, type Sort, type Table } from "./column";

interface SortMenuProps<Row> {
  table: Table<Row>;
  sort: Sort;
  onSortChange: (sort: Sort) => void;
}

const directions = [
  { value: "asc", label: "Ascending" },
  { value: "desc", label: "Descending" },
] as const;

/** Sorts if there is no space for headers, as on a phone. */
export function SortMenu<Row>({ table, sort, onSortChange }: SortMenuProps<Row>) {
  const columns = table.columns.filter(({ meta }) => meta?.sort);
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
        value={sort.id}
        onValueChange={(id) => {
          const first = columns.find((column) => column.id === id)?.meta?.sort;
          onSortChange({ id, direction: first ?? "asc" });
        }}
      />
      <MenuSeparator />
      <MenuRadio
        label="Direction"
        options={directions}
        value={sort.direction}
        onValueChange={(direction) => onSortChange({ id: sort.id, direction })}
      />
    </DropdownMenu>
  );
}
