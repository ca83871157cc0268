"use client";

import { ChevronDown, ChevronUp } from "lucide-react";

import { IconButton } from "@/components/ui/icon-button";

/** How to go to the traces before and after one in its list; undefined at the list's ends. */
export interface TraceSteps {
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
}

/** The buttons that go to the previous and the next trace of a list. */
export function TraceStepButtons({ steps: { previous, next } }: { steps: TraceSteps }) {
  return (
    <>
      <IconButton
        icon={ChevronUp}
        label="Previous trace"
        shortcut="k"
        size="small"
        unavailable={previous ? undefined : "this is the first one"}
        onClick={previous}
      />
      <IconButton
        icon={ChevronDown}
        label="Next trace"
        shortcut="j"
        size="small"
        unavailable={next ? undefined : "this is the last one"}
        onClick={next}
      />
    </>
  );
}
