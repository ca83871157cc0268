"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";

import { isNotFound } from "@/lib/client/api-error";
import type { Call, CallRow } from "@/lib/contract/calls";
import { callDetail, traceCalls, traceCosts } from "@/lib/queries/trace";
import { useFollowing } from "@/lib/queries/use-following";
import { type RolledCost, rollUpCosts, type TraceCosts } from "@/lib/trace/cost";

import { readTrace, type TraceModel } from "../tree/trace-model";

/** Milliseconds between two checks for a call that has not been received. */
const awaitedMs = 2_000;

export interface TraceState {
  /** With payloads; undefined while loading. */
  call: Call | undefined;
  /** The selected call as the trace lists it, or as it was read. */
  row: CallRow | undefined;
  trace: TraceModel | undefined;
  /** Costs of each call by model; undefined while loading, or if the service does not report them. */
  costs: TraceCosts | undefined;
  /** The same, including all calls below each. */
  rolledCosts: ReadonlyMap<string, RolledCost> | undefined;
  costError: Error | null;
  callError: Error | null;
  traceError: Error | null;
  isAwaited: boolean;
  retry: () => void;
}

/** The selected call and its trace, both kept live. */
export function useTrace(projectId: string, callId: string): TraceState {
  const cache = useQueryClient();
  const options = callDetail(projectId, callId);
  const detail = useQuery({
    ...options,
    enabled: callId !== "",
    refetchInterval: (query) => (isNotFound(query.state.error) ? awaitedMs : pollOf(options.refetchInterval, query)),
  });
  const call = detail.data;
  const [traceId, setTraceId] = useState<string>();
  if (call && call.trace_id !== traceId) setTraceId(call.trace_id);
  const listed = useQuery({
    ...traceCalls(projectId, traceId ?? ""),
    enabled: traceId !== undefined,
    placeholderData: keepPreviousData,
  });
  // If calls can't be listed, the call alone is shown as a trace; its parent is not missing, only unknown.
  const { data: listedRows, isError: isUnlisted } = listed;
  const rows = useMemo(
    () => listedRows ?? (call && isUnlisted ? [{ ...rowOf(call), parent_id: undefined }] : undefined),
    [listedRows, isUnlisted, call],
  );
  const trace = useMemo(() => rows && readTrace(rows), [rows]);
  const row = trace?.tree.byId.get(callId)?.row;
  const costOptions = { ...traceCosts(projectId, traceId ?? ""), enabled: listedRows !== undefined };
  const { data: costs, error: costError } = useFollowing(costOptions, listedRows);
  const rolledCosts = useMemo(() => costs && trace && rollUpCosts(trace.tree, costs), [costs, trace]);

  // The listed call changes whenever the call does: its payloads are then read again.
  const before = useRef(row);
  useEffect(() => {
    if (row && before.current?.id === row.id && before.current !== row)
      void cache.invalidateQueries({ queryKey: callDetail(projectId, callId).queryKey });
    before.current = row;
  }, [cache, projectId, callId, row]);

  return {
    call,
    row: row ?? (call && rowOf(call)),
    trace,
    costs,
    rolledCosts,
    costError: costError ?? listed.error,
    callError: detail.error,
    traceError: listed.error,
    isAwaited: isNotFound(detail.error) && !call,
    retry: () => void Promise.all([detail.refetch(), listed.refetch()]),
  };
}

function pollOf<Query>(
  interval: number | false | ((query: Query) => number | false | undefined) | undefined,
  query: Query,
): number | false | undefined {
  return interval instanceof Function ? interval(query) : interval;
}

function rowOf({
  attributes: _attributes,
  inputs: _inputs,
  output: _output,
  summary: _summary,
  ...row
}: Call): CallRow {
  return row;
}
