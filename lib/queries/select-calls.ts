import type { CallsSelection, CallsView } from "@/lib/filter/calls-view";
import type { Bounds } from "@/lib/filter/time-range";

/** `selectCalls`, with the parser of filters, which most pages need only after they are shown. */
export async function selectCalls(view: CallsView, now: number): Promise<CallsSelection> {
  return (await import("@/lib/filter/select-calls")).selectCalls(view, now);
}

/** `rangeOf`, with the parser of ranges, in the same way. */
export async function rangeOf(view: CallsView, now: number): Promise<Bounds> {
  return (await import("@/lib/filter/select-calls")).rangeOf(view, now);
}
