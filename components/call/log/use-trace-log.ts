"use client";

import { useMemo, useState } from "react";

import { callPayloads } from "@/lib/queries/call-payloads";
import { useFollowing } from "@/lib/queries/use-following";
import { type CallPayload, type TraceLog, traceLog } from "@/lib/trace/trace-log";

import type { TraceModel } from "../tree/trace-model";

/** The number of calls whose payloads are read when a log is opened. */
const FIRST_CALLS = 100;
/** The number of calls that are read each time more are requested. */
export const MORE_CALLS = 200;
/** The largest number of calls that are read at once. */
export const MOST_CALLS = 2_000;
const noPayloads: ReadonlyMap<string, CallPayload> = new Map();

interface ShownLog {
  /** Undefined until the first payloads are read. */
  log: TraceLog | undefined;
  /** The log of a call and of all calls below it, as if there were no others. */
  logBelow: (id: string) => TraceLog;
  error: Error | null;
  isFetching: boolean;
  retry: () => void;
  /** Reads the payloads of this number of further calls. */
  more: (calls: number) => void;
  /** Reads the payloads of so many calls, in the order of their start. */
  need: (calls: number) => void;
}

/** The log of a trace: of the calls that started first, until more are asked for. */
export function useTraceLog(projectId: string, trace: TraceModel): ShownLog {
  const [count, setCount] = useState(FIRST_CALLS);
  const rows = useMemo(() => trace.rows.slice(0, count), [trace, count]);
  const traceId = rows.find(({ trace_id: id }) => id !== undefined)?.trace_id ?? "";
  const { data = noPayloads, error, isFetching, refetch } = useFollowing(callPayloads(projectId, traceId, rows), rows);
  const log = useMemo(() => (data === noPayloads ? undefined : traceLog(trace.tree, data)), [trace, data]);
  return {
    log,
    logBelow: (id) => {
      const node = trace.tree.byId.get(id);
      return traceLog({ roots: node ? [node] : [] }, data);
    },
    error,
    isFetching,
    retry: () => void refetch(),
    // More may be known already, from when the log was open before.
    more: (calls) => setCount(Math.max(count, data.size) + calls),
    need: (calls) => setCount(Math.max(count, data.size, calls)),
  };
}
