"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import { Button } from "@/components/ui/button";
import { Fold } from "@/components/ui/fold";
import { LightMarkdown } from "@/components/ui/light-markdown";
import { Quantity } from "@/components/ui/quantity";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusIcon } from "@/components/ui/status-icon";
import type { CallRow } from "@/lib/contract/calls";
import { callName } from "@/lib/format/call-name";
import { durationParts } from "@/lib/format/duration";
import { counted, formatCount } from "@/lib/format/number";
import { threadCalls } from "@/lib/queries/thread";
import { callDetail, traceCalls } from "@/lib/queries/trace";
import { buildSpanTree, parentsFirst, type SpanNode } from "@/lib/trace/span-tree";
import { readTurns } from "@/lib/trace/turns";

import { KindIcon } from "../kind-icon";
import { CallExchange } from "./call-exchange";

/** Calls that are listed at once. */
const listed = 100;
const indentPx = 14;
/** Deeper calls are not indented further. */
const maxIndent = 8;

interface CallContextProps {
  projectId: string;
  callId: string;
}

/**
 * What belongs to a call, for annotators: the turns of its thread before it, the results of its trace's tools, and all
 * calls of its trace. Each call is read when it is expanded; without keyboard shortcuts.
 */
export function CallContext({ projectId, callId }: CallContextProps) {
  const { data: call } = useQuery(callDetail(projectId, callId));
  if (!call) return undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1 px-4 pb-3">
      {call.thread_id !== undefined && <EarlierTurns {...{ projectId, callId }} threadId={call.thread_id} />}
      <TraceSteps {...{ projectId, callId }} traceId={call.trace_id} />
    </div>
  );
}

function EarlierTurns({ projectId, callId, threadId }: CallContextProps & { threadId: string }) {
  const { data: rows, error, dataUpdatedAt } = useQuery(threadCalls(projectId, threadId));
  const turns = useMemo(
    () => (rows ? readTurns(threadId, rows, dataUpdatedAt).turns.map(({ row }) => row) : undefined),
    [rows, threadId, dataUpdatedAt],
  );
  if (error && !rows) return <Problem what="earlier turns" error={error} />;
  if (!turns) return <Skeleton className="w-40" />;
  const traceId = rows?.find(({ id }) => id === callId)?.trace_id;
  const at = turns.findIndex((turn) => turn.id === callId || (traceId !== undefined && turn.trace_id === traceId));
  const earlier = at === -1 ? [] : turns.slice(0, at);
  if (earlier.length === 0) return undefined;
  return (
    <Fold summary={counted(earlier.length, "earlier turn")}>
      <section aria-label="Earlier turns">
        <Calls projectId={projectId} calls={earlier.map((row) => ({ row, depth: 0 }))} />
      </section>
    </Fold>
  );
}

function TraceSteps({ projectId, callId, traceId }: CallContextProps & { traceId: string }) {
  const { data: rows, error } = useQuery(traceCalls(projectId, traceId));
  const steps = useMemo(
    () =>
      rows &&
      [...parentsFirst(buildSpanTree(rows))].flatMap((node) =>
        node.row ? [{ row: node.row, depth: depthOf(node) }] : [],
      ),
    [rows],
  );
  if (error && !rows) return <Problem what="calls of the trace" error={error} />;
  if (!steps) return <Skeleton className="w-40" />;
  const tools = steps.filter(({ row }) => row.overview?.kind === "tool" && row.id !== callId);
  return (
    <>
      {tools.length > 0 && (
        <Fold summary={counted(tools.length, "tool result")}>
          <section aria-label="Tool results">
            <Calls projectId={projectId} calls={tools.map(({ row }) => ({ row, depth: 0 }))} />
          </section>
        </Fold>
      )}
      {steps.length > 1 && (
        <Fold summary={`Trace, ${counted(steps.length, "call")}`}>
          <section aria-label="Trace">
            <Calls projectId={projectId} calls={steps} current={callId} />
          </section>
        </Fold>
      )}
    </>
  );
}

interface CallsProps {
  projectId: string;
  calls: readonly { row: CallRow; depth: number }[];
  /** The call that these belong to. */
  current?: string;
}

function Calls({ projectId, calls, current }: CallsProps) {
  const [shown, setShown] = useState(listed);
  return (
    <>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-0.5 pl-4">
        {calls.slice(0, shown).map(({ row, depth }) => (
          <li
            key={row.id}
            aria-current={row.id === current ? "true" : undefined}
            style={{ paddingInlineStart: indentPx * Math.min(depth, maxIndent) }}
            className={row.id === current ? "rounded-control bg-selected" : undefined}
          >
            <Fold summary={<CallLine row={row} />}>
              <CallExchange projectId={projectId} callId={row.id} isRepeated />
            </Fold>
          </li>
        ))}
      </ol>
      {calls.length > shown && (
        <Button size="small" variant="ghost" onClick={() => setShown(shown + listed)}>
          Show {formatCount(Math.min(listed, calls.length - shown))} more
        </Button>
      )}
    </>
  );
}

function CallLine({ row }: { row: CallRow }) {
  const { overview } = row;
  return (
    <>
      {overview && <StatusIcon status={overview.status} isStale={overview.stale} />}
      {overview?.kind && <KindIcon kind={overview.kind} />}
      <bdi className="max-w-60 shrink-0 truncate font-medium text-ink max-sm:max-w-40">{callName(row)}</bdi>
      <bdi className="truncate">
        <LightMarkdown line={overview?.output_preview ?? overview?.input_preview ?? ""} />
      </bdi>
      <span className="shrink-0">
        <Quantity parts={durationParts(overview?.latency_ms)} />
      </span>
    </>
  );
}

function Problem({ what, error }: { what: string; error: Error }) {
  return (
    <p role="alert" className="text-meta text-error">
      Could not load the {what}: {error.message}
    </p>
  );
}

function depthOf(node: SpanNode): number {
  let depth = 0;
  for (let { parent } = node; parent && depth < maxIndent; { parent } = parent) depth += 1;
  return depth;
}
