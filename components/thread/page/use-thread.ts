"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { useSettled } from "@/components/ui/use-settled";
import type { TokenUsage } from "@/lib/contract/calls";
import { threadRef } from "@/lib/contract/refs";
import type { FeedbackRow } from "@/lib/queries/feedback";
import { feedbackOn } from "@/lib/queries/feedback-on";
import { feedbackOnCalls, threadCalls, threadCosts } from "@/lib/queries/thread";
import { useFollowing } from "@/lib/queries/use-following";
import { type RolledCost, rollUpCosts, sumRolled } from "@/lib/trace/cost";
import { failingCalls } from "@/lib/trace/status";
import { latencyMs } from "@/lib/trace/timeline";
import { percentile, readTurns, type Turn } from "@/lib/trace/turns";
import { addUsage, rollUpUsage } from "@/lib/trace/usage";

export interface ThreadTurn extends Turn {
  usage: TokenUsage | undefined;
  cost: RolledCost | undefined;
  feedback: readonly FeedbackRow[];
}

interface ThreadTotals {
  turns: number;
  /** Turns that failed, and all turns with a failing step. */
  failed: number;
  failing: number;
  usage: TokenUsage | undefined;
  cost: RolledCost | undefined;
  p50Ms?: number;
  p99Ms?: number;
}

export interface ThreadState {
  /** Undefined while loading. */
  turns: readonly ThreadTurn[] | undefined;
  /** All from the same reading, so that a turn is not counted before its cost is known. */
  totals: ThreadTotals;
  /** The feedback on the thread itself. */
  feedback: readonly FeedbackRow[];
  error: Error | null;
  isFetching: boolean;
  retry: () => void;
}

const noFeedback: readonly FeedbackRow[] = [];
const noCalls: ReadonlySet<string> = new Set();
const noCosts: ReadonlyMap<string, RolledCost> = new Map();

/** A thread turn by turn, kept live. */
export function useThread(projectId: string, threadId: string): ThreadState {
  const listed = useQuery(threadCalls(projectId, threadId));
  const { data: rows, dataUpdatedAt } = listed;
  const read = useMemo(() => rows && readTurns(threadId, rows, dataUpdatedAt), [rows, threadId, dataUpdatedAt]);
  const traceIds = useMemo(() => [...new Set(rows?.flatMap(({ trace_id: id }) => id ?? []))], [rows]);
  const turnIds = useMemo(() => read?.turns.map(({ id }) => id) ?? [], [read]);
  const costOptions = { ...threadCosts(projectId, threadId, traceIds), enabled: traceIds.length > 0 };
  const { data: costs, isBehind } = useFollowing(costOptions, rows);
  const { data: feedback } = useQuery(feedbackOnCalls(projectId, turnIds));
  const { data: own = noFeedback } = useQuery(feedbackOn({ projectId, ref: threadRef(projectId, threadId) }));
  const usages = useMemo(() => read && rollUpUsage(read.tree), [read]);
  const rolled = useMemo(() => (read && costs ? rollUpCosts(read.tree, costs) : noCosts), [read, costs]);
  const turns = useMemo(
    () =>
      read?.turns.map((turn) => ({
        ...turn,
        usage: usages?.get(turn.id),
        cost: rolled.get(turn.id),
        feedback: feedback?.get(turn.id) ?? [],
      })),
    [read, usages, rolled, feedback],
  );
  const failing = useMemo(() => (read ? failingCalls(read.tree) : noCalls), [read]);
  const totals = useMemo(() => totalsOf(turns ?? [], failing, dataUpdatedAt), [turns, failing, dataUpdatedAt]);
  const { shown } = useSettled(totals, ({ cost }) => !isBehind || cost === undefined);
  return {
    turns,
    totals: shown,
    feedback: own,
    error: listed.error,
    isFetching: listed.isFetching,
    retry: () => void listed.refetch(),
  };
}

function totalsOf(turns: readonly ThreadTurn[], failing: ReadonlySet<string>, now: number): ThreadTotals {
  let usage: TokenUsage | undefined;
  for (const turn of turns) if (turn.usage) usage = addUsage(usage, turn.usage);
  const ended = turns.filter(({ row }) => row.ended_at !== undefined);
  const latencies = ended.flatMap(({ row }) => latencyMs(row, now) ?? []);
  return {
    turns: turns.length,
    failed: turns.filter(({ row }) => row.exception !== undefined).length,
    failing: turns.filter(({ id }) => failing.has(id)).length,
    usage,
    cost: sumRolled(turns.flatMap(({ cost }) => cost ?? [])),
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
}
