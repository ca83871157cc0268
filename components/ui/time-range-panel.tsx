"use client";

import { Check } from "lucide-react";
import { useState, type SubmitEvent } from "react";

import { readSpan } from "@/lib/filter/time-range";
import { ALL_TIME, isAllTime, rangeWord, spanWord, type TimeSpan } from "@/lib/filter/time-span";
import { instantOf, wallTime } from "@/lib/format/wall-time";

import { Button } from "./button";
import { Calendar } from "./calendar";
import { cn } from "./cn";
import { Field } from "./field";
import { Input } from "./input";
import { itemClass } from "./menu-class";
import { useNow } from "./use-now";
import { useTimeZone, useZoneChoice } from "./use-time-zone";

const periods = ["today", "yesterday", "this-week"];
const usualLast = ["15m", "1h", "24h", "7d", "30d"];
const lastSecond = "T23:59:59";

interface TimeRangePanelProps {
  span: TimeSpan;
  last?: readonly string[];
  onChoose: (span: TimeSpan) => void;
}

/** Ways to select a time range: in words, from a list, and by two dates. */
export function TimeRangePanel({ span, last = usualLast, onChoose }: TimeRangePanelProps) {
  const zone = useTimeZone();
  return (
    <div className="grid gap-2 p-2">
      <TypedRange onChoose={onChoose} />
      <RangeList span={span} last={last} onChoose={onChoose} />
      <Dates key={zone} span={span} onChoose={onChoose} />
      <ZoneSwitch />
    </div>
  );
}

type Choosing = Pick<TimeRangePanelProps, "onChoose">;

function TypedRange({ onChoose }: Choosing) {
  const zone = useTimeZone();
  const now = useNow();
  const [text, setText] = useState("");
  const [isTried, setTried] = useState(false);
  const read = readSpan(text, { now, zone });
  const isWrong = text.trim() !== "" && !read;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Submitted between two steps of the page's clock.
    const typed = readSpan(text, { now: Date.now(), zone });
    if (typed) onChoose(typed);
    else setTried(true);
  };
  return (
    <form onSubmit={submit}>
      <Field
        label="Type a range"
        hint={
          read && text.trim() !== "" ? `${spanWord(read, zone)} – press Enter` : "e.g. 2h, today, since 20 Nov 9:00"
        }
        error={isTried && isWrong ? "Enter a range, such as 2h, today, or yesterday 14:00 to 16:00" : undefined}
      >
        {(control) => (
          <Input
            {...control}
            value={text}
            placeholder="yesterday 14:00 to 16:00"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setText(event.target.value);
              setTried(false);
            }}
          />
        )}
      </Field>
    </form>
  );
}

function RangeList({ span, last, onChoose }: { span: TimeSpan; last: readonly string[] } & Choosing) {
  const isCustom = span.from !== null || span.to !== null;
  const ranges = [null, ...periods, ...last];
  return (
    <div role="group" aria-label="Ranges" className="grid grid-cols-2 border-t border-line pt-2">
      {ranges.map((range) => {
        const isChosen = range === null ? isAllTime(span) : !isCustom && span.range === range;
        return (
          <button
            key={range}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChoose({ ...ALL_TIME, range })}
            className={cn(itemClass, "hover:bg-hover")}
          >
            {range === null ? "All time" : rangeWord(range)}
            {isChosen && <Check aria-hidden className="ml-auto size-3.5 text-accent-ink" />}
          </button>
        );
      })}
    </div>
  );
}

/** Two dates, selected in a calendar or typed with a time. */
function Dates({ span, onChoose }: { span: TimeSpan } & Choosing) {
  const zone = useTimeZone();
  const now = useNow();
  const [from, setFrom] = useState(wallTime(span.from, zone));
  const [to, setTo] = useState(wallTime(span.to, zone));
  /** The day that the next one is selected with. */
  const [first, setFirst] = useState<string>();
  const select = (date: string) => {
    const [start, end] = first === undefined || date < first ? [date, date] : [first, date];
    setFrom(`${start}T00:00:00`);
    setTo(`${end}${lastSecond}`);
    setFirst(first === undefined || date < first ? date : undefined);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const end = instantOf(to, zone);
    // A day ends with its last second.
    const until = to.endsWith(lastSecond) ? (end?.replace(/\.\d+Z$/, ".999999Z") ?? null) : end;
    onChoose({ range: null, from: instantOf(from, zone), to: until });
  };
  return (
    <form onSubmit={submit} className="grid gap-2 border-t border-line pt-2">
      <Calendar
        today={wallTime(new Date(now).toISOString(), zone).slice(0, 10)}
        from={from.slice(0, 10)}
        to={to.slice(0, 10)}
        onSelect={select}
      />
      <Field label="From">
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            step={1}
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
        )}
      </Field>
      <Field label="To">
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            step={1}
            value={to}
            onChange={(event) => setTo(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit">Apply range</Button>
    </form>
  );
}

/** The time zone of the times above and of the page, and a way to change it to UTC and back. */
function ZoneSwitch() {
  const zone = useTimeZone();
  const [choice, choose] = useZoneChoice();
  const isUtc = choice === "utc";
  return (
    <p className="flex items-center justify-between gap-2 text-label text-muted">
      Times in {zone}
      <Button variant="ghost" size="small" onClick={() => choose(isUtc ? "local" : "utc")}>
        {isUtc ? "Use device time zone" : "Use UTC"}
      </Button>
    </p>
  );
}
