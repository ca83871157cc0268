"use client";

import { ArrowDown, ArrowUp, Columns3, Pin, PinOff } from "lucide-react";
import type { ReactNode } from "react";

import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { IconButton } from "@/components/ui/icon-button";
import type { OnDemand } from "@/components/ui/on-demand";
import { Popover } from "@/components/ui/popover";

import { headerText, type Table } from "./column";
import { moveColumn, pinColumn, showColumn, unchangedLayout } from "./column-layout";

interface ColumnsMenuProps<Row> {
  table: Table<Row>;
  /** What the children are in, if that is loaded on demand. */
  content?: OnDemand<unknown>;
  /** Shown below the columns: a way to add others. */
  children?: ReactNode;
}

/** Shows, hides, moves, pins and resets columns; rows on phones have a fixed layout. */
export function ColumnsMenu<Row>({ table, content, children }: ColumnsMenuProps<Row>) {
  const { columns, layout, setLayout } = table;
  const shown = table.shown.map(({ id }) => id);
  const move = (id: string, step: number) =>
    setLayout(
      moveColumn(
        layout,
        columns.map((column) => column.id),
        shown,
        id,
        step,
      ),
    );
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
        {columns.map((column) => {
          const name = headerText(column);
          const isVisible = shown.includes(column.id);
          const isPinned = layout.pinned.includes(column.id);
          return (
            <li key={column.id} className="group flex h-7 items-center gap-1 rounded-control pr-1 pl-2 hover:bg-hover">
              <span className="min-w-0 flex-1 truncate">
                <Checkbox
                  checked={isVisible}
                  disabled={column.enableHiding === false}
                  onCheckedChange={(next) =>
                    setLayout(showColumn(layout, column.id, column.meta?.optional ?? false, next === true))
                  }
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
                    disabled={shown[0] === column.id}
                    onClick={() => move(column.id, -1)}
                  />
                  <IconButton
                    icon={ArrowDown}
                    label={`Move ${name} right`}
                    size="small"
                    disabled={shown.at(-1) === column.id}
                    onClick={() => move(column.id, 1)}
                  />
                  <IconButton
                    icon={isPinned ? PinOff : Pin}
                    label={isPinned ? `Unpin ${name}` : `Pin ${name} left`}
                    aria-pressed={isPinned}
                    size="small"
                    onClick={() => setLayout(pinColumn(layout, column.id, !isPinned))}
                  />
                </>
              )}
            </li>
          );
        })}
      </ul>
      {children}
      <div className="mt-1 border-t border-line pt-1">
        <Button variant="ghost" className="w-full justify-start" onClick={() => setLayout(unchangedLayout)}>
          Reset columns
        </Button>
      </div>
    </Popover>
  );
}
