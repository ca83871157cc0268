"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";

import {
  addDays,
  addMonths,
  type CalendarDate,
  dateWords,
  monthWords,
  startOfWeek,
  weeksOf,
} from "@/lib/format/calendar";

import { cn } from "./cn";
import { IconButton } from "./icon-button";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

const weekClass = "grid grid-cols-7 text-center";

interface CalendarProps {
  today: CalendarDate;
  /** The first and the last selected day; empty if there is none. */
  from: CalendarDate;
  to: CalendarDate;
  onSelect: (date: CalendarDate) => void;
}

/**
 * A month of days, one of which is a tab stop. Arrow keys move by a day or a week, Home and End within the week, Page Up
 * and Page Down by a month.
 */
export function Calendar({ today, from, to, onSelect }: CalendarProps) {
  const [current, setCurrent] = useState(to || from || today);
  const grid = useRef<HTMLDivElement>(null);
  const month = current.slice(0, 7);
  const isMoved = useRef(false);
  useLayoutEffect(() => {
    if (isMoved.current) grid.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
    isMoved.current = false;
  }, [current]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next: Partial<Record<string, CalendarDate>> = {
      ArrowLeft: addDays(current, -1),
      ArrowRight: addDays(current, 1),
      ArrowUp: addDays(current, -7),
      ArrowDown: addDays(current, 7),
      Home: startOfWeek(current),
      End: addDays(startOfWeek(current), 6),
      PageUp: addMonths(current, -1),
      PageDown: addMonths(current, 1),
    };
    const date = next[event.key];
    if (date === undefined) return;
    event.preventDefault();
    isMoved.current = true;
    setCurrent(date);
  };
  return (
    <div>
      <div className="flex items-center">
        <IconButton
          icon={ChevronLeft}
          label="Previous month"
          size="small"
          onClick={() => setCurrent(addMonths(current, -1))}
        />
        <h2 aria-live="polite" className="flex-1 text-center text-meta font-medium">
          {monthWords(month)}
        </h2>
        <IconButton
          icon={ChevronRight}
          label="Next month"
          size="small"
          onClick={() => setCurrent(addMonths(current, 1))}
        />
      </div>
      <div ref={grid} role="grid" tabIndex={-1} aria-label={monthWords(month)} onKeyDown={onKeyDown}>
        <div role="row" className={weekClass}>
          {WEEKDAYS.map((day) => (
            <span key={day} role="columnheader" aria-label={day} className="text-label leading-6 text-muted">
              {day.slice(0, 2)}
            </span>
          ))}
        </div>
        {weeksOf(month).map((week) => (
          <div key={week[0]} role="row" className={weekClass}>
            {week.map((date) => {
              const isSelected = from !== "" && to !== "" && from <= date && date <= to;
              return (
                <span key={date} role="gridcell" aria-selected={isSelected}>
                  <button
                    type="button"
                    tabIndex={date === current ? 0 : -1}
                    aria-label={dateWords(date)}
                    aria-current={date === today ? "date" : undefined}
                    onClick={() => {
                      setCurrent(date);
                      onSelect(date);
                    }}
                    className={cn(
                      "h-7 w-full rounded-control text-meta tabular-nums hover:bg-hover",
                      !date.startsWith(month) && "text-muted",
                      date === today && "font-semibold underline underline-offset-2",
                      isSelected && "bg-selected text-ink",
                    )}
                  >
                    {Number(date.slice(8))}
                  </button>
                </span>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
