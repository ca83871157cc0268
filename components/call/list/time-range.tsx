"use client";

import { CalendarClock, Check } from "lucide-react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { itemClass } from "@/components/ui/menu-class";
import { Popover } from "@/components/ui/popover";
import { useTimeZone } from "@/components/ui/use-time-zone";
import type { CallsView } from "@/lib/queries/calls-filter";

import { rangeWord, rangeWords } from "./filters";
import { ranges } from "./use-calls-view";
import { instantOf, wallTime } from "@/lib/format/wall-time";

interface TimeRangeProps {
  view: CallsView;
  onChange: (change: Partial<CallsView>) => void;
}

/** Chooses a range that ends now, or any two instants on the reader's clock. */
export function TimeRange({ view, onChange }: TimeRangeProps) {
  const zone = useTimeZone();
  const [open, setOpen] = useState(false);
  const isCustom = view.from !== null || view.to !== null;
  const choose = (change: Pick<CallsView, "from" | "to" | "range">) => {
    onChange(change);
    setOpen(false);
  };
  return (
    <Popover
      label="Time range"
      open={open}
      onOpenChange={setOpen}
      align="end"
      className="w-72 p-1"
      trigger={<Button icon={CalendarClock}>{rangeWord(view, zone)}</Button>}
    >
      {([null, ...ranges] as const).map((range) => {
        const chosen = !isCustom && view.range === range;
        return (
          <button
            key={range}
            type="button"
            aria-pressed={chosen}
            onClick={() => choose({ range, from: null, to: null })}
            className={cn(itemClass, "w-full hover:bg-hover")}
          >
            {range ? rangeWords[range] : "All time"}
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
            <Input {...control} type="datetime-local" step={1} name="from" defaultValue={wallTime(view.from, zone)} />
          )}
        </Field>
        <Field label="To">
          {(control) => (
            <Input {...control} type="datetime-local" step={1} name="to" defaultValue={wallTime(view.to, zone)} />
          )}
        </Field>
        <p className="text-label text-muted">Times in {zone}</p>
        <Button type="submit">Show this range</Button>
      </form>
    </Popover>
  );
}
