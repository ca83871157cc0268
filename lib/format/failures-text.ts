import { formatCount } from "./number";

/** Numbers of traces that failed, and of all with a failing step. */
export interface TraceFailures {
  failed: number;
  failing: number;
}

/** As in `46 failed, 171 with a failing step`; a number above `most` is only said to be more than that. */
export function failuresText({ failed, failing }: TraceFailures, most = Number.POSITIVE_INFINITY): string {
  const words = (count: number) => (count > most ? `more than ${formatCount(most)}` : formatCount(count));
  return `${words(failed)} failed, ${words(failing)} with a failing step`;
}
