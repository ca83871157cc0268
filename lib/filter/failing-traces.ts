import { callsPath, withSearch } from "@/lib/format/address";

import type { TimeSpan } from "./time-span";

/** Traces that failed, or all with a failing step: docs/glossary.md. */
export type Failures = "failed" | "failing";

/** `FAILED` and `HAS_FAILING_STEP` (lib/contract/conditions.ts) as text, in parentheses where they need them. */
const CONDITIONS: Readonly<Record<Failures, string>> = {
  failed: "status:error",
  failing: "(status:error or has(status:error))",
};

/** The filter of the traces that failed, or have a failing step, of those that the filter `q` selects. */
export function failuresFilter(q: string, which: Failures): string {
  return q.trim() === "" ? CONDITIONS[which] : `(${q}) ${CONDITIONS[which]}`;
}

/** The address of the list of those that started within a span. */
export function failuresPath(
  projectId: string,
  which: Failures,
  { q = "", ...span }: Partial<TimeSpan> & { q?: string } = {},
): string {
  return withSearch(callsPath(projectId), {
    q: failuresFilter(q, which),
    from: span.from ?? undefined,
    to: span.to ?? undefined,
    range: span.range ?? undefined,
  });
}
