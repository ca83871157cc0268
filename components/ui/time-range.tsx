"use client";

import { CalendarClock, ZoomOut } from "lucide-react";
import { useState } from "react";

import { isAllTime, spanWord, type TimeSpan } from "@/lib/filter/time-span";

import { Button } from "./button";
import { IconButton } from "./icon-button";
import { onDemand } from "./on-demand";
import { Popover } from "./popover";
import { useTimeZone } from "./use-time-zone";

const panel = onDemand(() => import("./time-range-panel"));

interface TimeRangeProps {
  span: TimeSpan;
  /** The offered ranges that end now, shortest first. */
  last?: readonly string[];
  onChange: (span: TimeSpan) => void;
}

/** Selects a relative range in words, or any two instants, and zooms out of it. */
export function TimeRange({ span, last, onChange }: TimeRangeProps) {
  const zone = useTimeZone();
  const [open, setOpen] = useState(false);
  const loaded = panel.useModule();
  const zoomOut = async () => {
    // If loading fails, the next click loads again.
    const zooming = await import("@/lib/filter/zoom-out").catch(() => undefined);
    const wider = zooming?.zoomedOut(span, { now: Date.now(), zone });
    if (wider) onChange(wider);
  };
  return (
    <span className="inline-flex items-center gap-1">
      <Popover
        label="Time range"
        open={open}
        onOpenChange={setOpen}
        align="end"
        className="w-80 p-0"
        content={panel}
        trigger={<Button icon={CalendarClock}>{spanWord(span, zone)}</Button>}
      >
        {loaded && (
          <loaded.TimeRangePanel
            span={span}
            last={last}
            onChoose={(next) => {
              onChange(next);
              setOpen(false);
            }}
          />
        )}
      </Popover>
      {!isAllTime(span) && (
        <IconButton icon={ZoomOut} label="Zoom out of the time range" onClick={() => void zoomOut()} />
      )}
    </span>
  );
}
