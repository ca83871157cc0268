import { NEWEST_TRACES, type CallsSelection, type CallsView } from "@/lib/filter/calls-view";
import { FilterError } from "@/lib/filter/filter";
import { selectCalls } from "@/lib/filter/select-calls";
import { invalidField } from "@/lib/contract/validate";

/** The view of a list with this filter. */
export function viewOf(filter: string | undefined, more: Partial<CallsView> = {}): CallsView {
  return { ...NEWEST_TRACES, q: filter ?? "", ...more };
}

/** The calls that a filter selects. Throws `invalid` with what is wrong with it, and where. */
export function selected(view: CallsView, now: number): CallsSelection {
  try {
    return selectCalls(view, now);
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    const part = view.q.slice(error.from, error.to);
    const place = `at character ${error.from + 1}${part === "" ? "" : `, “${part}”`}`;
    throw invalidField("filter", `${error.message} (${place}); the syntax is that of Loupe's filters`);
  }
}
