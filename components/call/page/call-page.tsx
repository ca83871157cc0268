"use client";

import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useEffect, useMemo, useState, type ReactNode } from "react";

import { cn } from "@/components/ui/cn";
import { ErrorState } from "@/components/ui/error-state";
import { InlineBanner } from "@/components/ui/inline-banner";
import { useRememberPage } from "@/components/ui/recent-pages";
import { SplitPanel } from "@/components/ui/split-panel";
import { useClock } from "@/components/ui/use-clock";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { callPath } from "@/lib/format/address";
import { callName } from "@/lib/format/call-name";
import { failuresOf } from "@/lib/trace/failures";

import { TraceView } from "../view/trace-view";
import { HasListKeys } from "../view/use-step-keys";
import { useTraceView } from "../view/use-trace-view";
import { CallActions } from "./call-actions";
import { CallHeader } from "./call-header";
import { CallSkeleton } from "./call-skeleton";
import { LoadingCall } from "./loading-call";
import { CallTabs } from "./call-tabs";
import { FailureLine } from "./failure-line";
import { LIST_PARAM } from "./list-param";
import { useCallTab } from "./use-call-tab";
import { useSelectedCall } from "./use-selected-call";
import { useTrace } from "./use-trace";

const CallMissing = dynamic(async () => (await import("./call-missing")).CallMissing, { ssr: false });
// Loaded for a call of a list.
const ListSteps = dynamic(async () => (await import("./list-steps")).ListSteps, { ssr: false });
const CostTab = dynamic(async () => (await import("./cost-tab")).CostTab, {
  ssr: false,
  loading: () => <p className="py-2 text-muted">Loading costs…</p>,
});

const treeWidth = 600;
/** On a phone, its toolbar has two lines. */
const treeHeaderPx = 98;
const treeRowPx = 28;

interface CallPageProps {
  projectId: string;
  /** The service's address, for code that reads from it. */
  serviceUrl: string;
  /** Shown below a call's payloads. */
  feedbackOn: (callId: string) => ReactNode;
  /** Its training jobs, as facts (`dt`, `dd`) in the header. */
  usesOf: (callId: string) => ReactNode;
  /** Undefined without the right to. */
  onAddToDataset: ((callId: string) => void) | undefined;
}

/** A trace and one of its calls: the tree stays in place while the right side changes. */
export function CallPage({ projectId, serviceUrl, feedbackOn, usesOf, onAddToDataset }: CallPageProps) {
  const [callId, select] = useSelectedCall(projectId);
  const [, setTab] = useCallTab();
  const [view] = useTraceView();
  const state = useTrace(projectId, callId);
  const { call, row, trace, rolledCosts, callError, traceError, isAwaited, retry } = state;
  const status = trace?.statuses.get(callId);
  const now = useClock(trace?.isRunning ?? false);
  const list = useSearchParams().get(LIST_PARAM);
  const [hasListKeys, setHasListKeys] = useState(false);
  const name = row && callName(row);
  const failures = useMemo(() => (trace ? failuresOf(trace.tree) : []), [trace]);
  useRememberPage(callPath(projectId, callId), name);
  useEffect(() => {
    if (name) document.title = `${name} · Loupe`;
  }, [name]);

  if (isAwaited) return <CallMissing projectId={projectId} callId={callId} />;
  if (callError && !call)
    return (
      <ErrorState
        isPage
        title="Could not load the call"
        description={callError.message}
        error={callError}
        onRetry={retry}
      />
    );
  const usage = trace?.usage.get(callId);
  return (
    <article aria-label={name ?? "Call"} className="flex min-h-0 flex-1 flex-col">
      <CallHeader
        projectId={projectId}
        callId={callId}
        row={row}
        status={status}
        usage={usage}
        cost={rolledCosts?.get(callId)}
        isCosting={rolledCosts === undefined && state.costError === null}
        onOpenCost={() => void setTab("cost")}
        actions={
          <CallActions
            projectId={projectId}
            callId={callId}
            traceId={row?.trace_id}
            serviceUrl={serviceUrl}
            onAddToDataset={onAddToDataset && (() => onAddToDataset(callId))}
            steps={
              list !== null && (
                <ListSteps
                  projectId={projectId}
                  list={list}
                  callId={callId}
                  traceId={row?.trace_id}
                  isComplete={call !== undefined && trace?.tree.byId.has(callId) === true}
                  // Back leads to the list, however many of its traces were read.
                  onGo={(id) => select(id, true)}
                  onKeys={setHasListKeys}
                />
              )
            }
          />
        }
        uses={usesOf(callId)}
        user={row?.overview?.user_id}
        now={now}
      />
      {failures.length > 0 && (
        <FailureLine failures={failures} selectedId={callId} onSelect={(id) => select(id, false)} />
      )}
      <SplitPanel
        id="call-tree"
        label="Tree width"
        sized="start"
        defaultWidth={treeWidth}
        start={
          <div
            style={{ "--tree-height": `${treeHeaderPx + treeRowPx * (trace?.tree.byId.size ?? 3)}px` }}
            className={cn(
              "flex h-full flex-col max-sm:border-b max-sm:border-line",
              view === "tree" ? "max-sm:h-[min(38dvh,var(--tree-height))]" : "max-sm:h-[64dvh]",
            )}
          >
            {traceError && (
              <InlineBanner tone="warning" className="m-2">
                {isMissingEndpoint(traceError)
                  ? "This service does not list the calls of a trace; only this call is shown."
                  : `Could not load the other calls of this trace: ${traceError.message}`}
              </InlineBanner>
            )}
            {trace ? (
              <HasListKeys value={hasListKeys}>
                <TraceView
                  projectId={projectId}
                  trace={trace}
                  costs={rolledCosts}
                  selectedId={callId}
                  now={now}
                  onSelect={select}
                />
              </HasListKeys>
            ) : (
              <CallSkeleton label="Loading trace" />
            )}
          </div>
        }
        end={
          <div className="flex min-h-0 flex-col sm:h-full">
            {call ? (
              <CallTabs
                key={`call ${callId}`}
                call={call}
                row={row}
                usage={usage}
                tree={trace?.tree}
                now={now}
                cost={
                  <CostTab
                    callId={callId}
                    trace={trace}
                    costs={state.costs}
                    rolled={rolledCosts?.get(callId)}
                    error={state.costError}
                  />
                }
              />
            ) : (
              <LoadingCall />
            )}
            {feedbackOn(callId)}
          </div>
        }
      />
    </article>
  );
}
