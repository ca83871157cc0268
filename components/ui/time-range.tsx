"use client";

import { CalendarClock, Check } from "lucide-react";
import { useState } from "react";

import { spanWord, type TimeSpan } from "@/lib/format/time-span";
import { instantOf, wallTime } from "@/lib/format/wall-time";

import { Button } from "./button";
import { cn } from "./cn";
import { Field } from "./field";
import { Input } from "./input";
import { itemClass } from "./menu-class";
import { Popover } from "./popover";
import { useTimeZone } from "./use-time-zone";

interface TimeRangeProps<Range extends string> {
  span: TimeSpan<Range>;
  /** Names of the ranges that end now, shortest first. */
  words: Readonly<Record<Range, string>>;
  onChange: (span: TimeSpan<Range>) => void;
}

/** Selects a range that ends now, or any two instants in local time. */
export function TimeRange<Range extends string>({ span, words, onChange }: TimeRangeProps<Range>) {
  const zone = useTimeZone();
  const [open, setOpen] = useState(false);
  const isCustom = span.from !== null || span.to !== null;
  const choose = (next: TimeSpan<Range>) => {
    onChange(next);
    setOpen(false);
  };
  return (
    <Popover
      label="Time range"
      open={open}
      onOpenChange={setOpen}
      align="end"
      className="w-72 p-1"
      trigger={<Button icon={CalendarClock}>{spanWord(span, words, zone)}</Button>}
    >
      {[null, ...rangesOf(words)].map((range) => {
        const chosen = !isCustom && span.range === range;
        return (
          <button
            key={range}
            type="button"
            aria-pressed={chosen}
            onClick={() => choose({ range, from: null, to: null })}
            className={cn(itemClass, "w-full hover:bg-hover")}
          >
            {range ? words[range] : "All time"}
            {chosen && <Check aria-hidden className="ml-auto size-3.5 text-accent-ink" />}
          </button>
        );
      })}
      <form
        className="mt-1 grid gap-2 border-t border-line px-2 pt-2 pb-1"
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget);
          const [from, to] = [instantOf(fields.get("from"), zone), instantOf(fields.get("to"), zone)];
          choose({ from, to, range: null });
        }}
      >
        <Field label="From">
          {(control) => (
            <Input {...control} type="datetime-local" step={1} name="from" defaultValue={wallTime(span.from, zone)} />
          )}
        </Field>
        <Field label="To">
          {(control) => (
            <Input {...control} type="datetime-local" step={1} name="to" defaultValue={wallTime(span.to, zone)} />
          )}
        </Field>
        <p className="text-label text-muted">Times in {zone}</p>
        <Button type="submit">Apply range</Button>
      </form>
    </Popover>
  );
}

function rangesOf<Range extends string>(words: Readonly<Record<Range, string>>): Range[] {
  const ranges: Range[] = [];
  for (const range in words) ranges.push(range);
  return ranges;
}
