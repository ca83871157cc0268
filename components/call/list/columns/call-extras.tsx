"use client";

import { useQueries } from "@tanstack/react-query";
import { createContext, useContext, useMemo, type ReactNode } from "react";

import type { CallRow } from "@/lib/contract/calls";
import { amountsDecimals } from "@/lib/format/money";
import { partsFromEnd } from "@/lib/live/parts-from-end";
import {
  callCosts,
  costsIn,
  feedbackIn,
  type FeedbackOnCall,
  feedbackOnCalls,
  type ShownCost,
} from "@/lib/queries/call-extras";
import { isWhole } from "@/lib/queries/call-rows";
import { CALLS_PAGE_ROWS } from "@/lib/queries/calls";

interface CallExtras {
  costOf: (id: string) => ShownCost | undefined;
  /** The number of decimals of all costs. */
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
  /** Read only if the columns are shown. */
  wantsCosts: boolean;
  wantsFeedback: boolean;
  children: ReactNode;
}

/**
 * The additional values of a list's rows: those that came with them, and where a service leaves them out, those that are
 * read after the rows and in parts. Feedback changes without its call: it is read again while it is shown.
 */
export function CallExtrasProvider({ projectId, rows, wantsCosts, wantsFeedback, children }: CallExtrasProviderProps) {
  const parts = useMemo(() => partsFromEnd(rows, CALLS_PAGE_ROWS), [rows]);
  const read = useQueries({
    queries: wantsCosts ? parts.filter((part) => !part.every(isWhole)).map((part) => callCosts(projectId, part)) : [],
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  const costs = useMemo(() => [...read, costsIn(rows)], [read, rows]);
  const feedback = useQueries({
    queries: wantsFeedback
      ? parts.map((part) => ({
          ...feedbackOnCalls(
            projectId,
            part.map(({ id }) => id),
          ),
          initialData: feedbackIn(part),
        }))
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

function first<Value>(maps: readonly ReadonlyMap<string, Value>[], id: string): Value | undefined {
  for (const map of maps) {
    const value = map.get(id);
    if (value !== undefined) return value;
  }
  return undefined;
}
