"use client";

import type { RowData } from "@tanstack/react-table";
import { ArrowDown, ArrowUp, Columns3, Pin, PinOff } from "lucide-react";
import type { ReactNode } from "react";

import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { IconButton } from "@/components/ui/icon-button";
import type { OnDemand } from "@/components/ui/on-demand";
import { Popover } from "@/components/ui/popover";

import { headerText, type Table } from "./column";
import { moveColumn } from "./move-column";

interface ColumnsMenuProps<Row extends RowData> {
  table: Table<Row>;
  /** What the children are in, if that is loaded on demand. */
  content?: OnDemand<unknown>;
  /** Shown below the columns: a way to add others. */
  children?: ReactNode;
}

/** Shows, hides, moves, pins and resets columns; rows on phones have a fixed layout. */
export function ColumnsMenu<Row extends RowData>({ table, content, children }: ColumnsMenuProps<Row>) {
  const shown = table.getVisibleLeafColumns();
  return (
    <Popover
      label="Columns"
      content={content}
      align="end"
      className="w-84 p-1"
      trigger={
        <Button icon={Columns3} className="max-sm:hidden">
          Columns
        </Button>
      }
    >
      <ul aria-label="Columns, from left to right" className="grid">
        {table.getAllLeafColumns().map((column) => {
          const name = headerText(column);
          const isVisible = column.getIsVisible();
          const isPinned = column.getIsPinned() !== false;
          return (
            <li key={column.id} className="group flex h-7 items-center gap-1 rounded-control pr-1 pl-2 hover:bg-hover">
              <span className="min-w-0 flex-1 truncate">
                <Checkbox
                  checked={isVisible}
                  disabled={!column.getCanHide()}
                  onCheckedChange={(next) => column.toggleVisibility(next)}
                >
                  {name}
                </Checkbox>
              </span>
              {isVisible && (
                <>
                  <IconButton
                    icon={ArrowUp}
                    label={`Move ${name} left`}
                    size="small"
                    disabled={shown[0] === column}
                    onClick={() => moveColumn(table, column.id, -1)}
                  />
                  <IconButton
                    icon={ArrowDown}
                    label={`Move ${name} right`}
                    size="small"
                    disabled={shown.at(-1) === column}
                    onClick={() => moveColumn(table, column.id, 1)}
                  />
                  <IconButton
                    icon={isPinned ? PinOff : Pin}
                    label={isPinned ? `Unpin ${name}` : `Pin ${name} left`}
                    aria-pressed={isPinned}
                    size="small"
                    onClick={() => column.pin(isPinned ? false : "start")}
                  />
                </>
              )}
            </li>
          );
        })}
      </ul>
      {children}
      <div className="mt-1 border-t border-line pt-1">
        <Button variant="ghost" className="w-full justify-start" onClick={() => table.options.meta?.resetLayout()}>
          Reset columns
        </Button>
      </div>
    </Popover>
  );
}
