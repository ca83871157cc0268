"use client";

import { useQueries } from "@tanstack/react-query";
import { createContext, useContext, useMemo, type ReactNode } from "react";

import type { CallRow } from "@/lib/contract/calls";
import { amountsDecimals } from "@/lib/format/money";
import { callCosts, type FeedbackOnCall, feedbackOnCalls, type ShownCost } from "@/lib/queries/call-extras";
import { CALLS_PAGE_ROWS } from "@/lib/queries/calls";

interface CallExtras {
  costOf: (id: string) => ShownCost | undefined;
  /** Decimals that all of the costs are written with. */
  costDecimals: number;
  feedbackOf: (id: string) => readonly FeedbackOnCall[] | undefined;
}

const Extras = createContext<CallExtras>({
  costOf: () => undefined,
  costDecimals: 2,
  feedbackOf: () => undefined,
});

/** Costs and feedback of the calls of a list. */
export function useCallExtras(): CallExtras {
  return useContext(Extras);
}

interface CallExtrasProviderProps {
  projectId: string;
  rows: readonly CallRow[];
  /** Read only where the columns are shown. */
  wantsCosts: boolean;
  wantsFeedback: boolean;
  children: ReactNode;
}

/**
 * Reads the additional values of a list's rows after the rows and in parts, so that the list does not wait for them.
 */
export function CallExtrasProvider({ projectId, rows, wantsCosts, wantsFeedback, children }: CallExtrasProviderProps) {
  const parts = useMemo(() => inParts(rows), [rows]);
  const costs = useQueries({
    queries: wantsCosts ? parts.map((part) => callCosts(projectId, part)) : [],
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  const feedback = useQueries({
    queries: wantsFeedback
      ? parts.map((part) =>
          feedbackOnCalls(
            projectId,
            part.map(({ id }) => id),
          ),
        )
      : [],
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  const extras = useMemo(
    () => ({
      costOf: (id: string) => first(costs, id),
      costDecimals: amountsDecimals(costs.flatMap((part) => [...part.values()].map(({ total_cost: total }) => total))),
      feedbackOf: (id: string) => first(feedback, id),
    }),
    [costs, feedback],
  );
  return <Extras value={extras}>{children}</Extras>;
}

/** From the end, so that what arrives at the top changes one part only. */
function inParts(rows: readonly CallRow[]): CallRow[][] {
  const parts: CallRow[][] = [];
  for (let to = rows.length; to > 0; to -= CALLS_PAGE_ROWS)
    parts.push(rows.slice(Math.max(0, to - CALLS_PAGE_ROWS), to));
  return parts;
}

function first<Value>(maps: readonly ReadonlyMap<string, Value>[], id: string): Value | undefined {
  for (const map of maps) {
    const value = map.get(id);
    if (value !== undefined) return value;
  }
  return undefined;
}
