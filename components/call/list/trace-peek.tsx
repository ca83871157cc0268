"use client";

import { Maximize2, X } from "lucide-react";
import Link from "next/link";
import { useCallback, useEffect, useRef, type ReactNode, type RefObject } from "react";

import { buttonClass } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { IconButton } from "@/components/ui/icon-button";
import { Kbd } from "@/components/ui/kbd";
import { useClock } from "@/components/ui/use-clock";
import { useGoTo } from "@/components/ui/use-go-to";

import { CallHeader } from "../page/call-header";
import { CallSkeleton } from "../page/call-skeleton";
import { CallTabs } from "../page/call-tabs";
import { CostTab } from "../page/cost-tab";
import { LoadingCall } from "../page/loading-call";
import { type TraceSteps, TraceStepButtons } from "../page/trace-step-buttons";
import { useCallTab } from "../page/use-call-tab";
import { useTrace } from "../page/use-trace";
import { useTraceAhead } from "../page/use-trace-ahead";
import { SearchedTree } from "../tree/trace-tree";
import { usePeekKeys } from "./use-peek-keys";

/** The height of a tree of few calls; a larger one scrolls. */
const treeHeaderPx = 62;
const treeRowPx = 28;

interface TracePeekProps {
  projectId: string;
  /** The chosen call of the trace. */
  callId: string;
  /** The page of a call of this trace. */
  hrefOf: (callId: string) => string;
  /** The element that contains the tree. */
  calls: RefObject<HTMLDivElement | null>;
  /** The call that is read ahead. */
  nextId: string | undefined;
  steps: TraceSteps;
  /** Shown below the call's payloads. */
  feedback: ReactNode;
  /** Whether the note field gets the focus at once. */
  wantsNote: boolean;
  onNote: () => void;
  onSelect: (callId: string) => void;
  /** Undefined if what it is in closes it. */
  onClose: (() => void) | undefined;
}

/** A trace beside the list: its tree, and the chosen call as on its page. */
export function TracePeek(props: TracePeekProps) {
  const { projectId, callId, hrefOf, calls, nextId, steps, feedback, wantsNote, onNote, onSelect, onClose } = props;
  const panel = useRef<HTMLElement>(null);
  const goTo = useGoTo();
  useEffect(() => {
    const field = wantsNote ? panel.current?.querySelector("textarea") : undefined;
    if (!field) return;
    field.focus();
    onNote();
  });
  usePeekKeys(calls);
  const openPage = useCallback((id: string) => goTo(hrefOf(id)), [goTo, hrefOf]);
  const [, setTab] = useCallTab();
  const { call, row, trace, costs, rolledCosts, costError, callError, isAwaited, retry } = useTrace(projectId, callId);
  useTraceAhead(projectId, nextId, call !== undefined && trace?.tree.byId.has(callId) === true);
  const cost = rolledCosts?.get(callId);
  const now = useClock(trace?.isRunning ?? false);
  const usage = trace?.usage.get(callId);
  return (
    <section ref={panel} aria-label="Call preview" className="@container flex h-full min-h-0 flex-col">
      <div className="flex h-9 shrink-0 items-center gap-2 border-b border-line px-2">
        <Link href={hrefOf(callId)} prefetch={false} className={buttonClass("ghost", "small")}>
          <Maximize2 aria-hidden className="size-3.5" />
          Open trace
          <Kbd keys="enter" />
        </Link>
        <div className="ml-auto flex items-center gap-1">
          <TraceStepButtons steps={steps} />
          {onClose && <IconButton icon={X} label="Close" shortcut="escape" size="small" onClick={onClose} />}
        </div>
      </div>
      {callError && !call ? (
        <ErrorState
          title={isAwaited ? "Call not found" : "Could not load the call"}
          description={callError.message}
          error={callError}
          onRetry={retry}
        />
      ) : (
        <>
          <CallHeader
            projectId={projectId}
            callId={callId}
            row={row}
            status={trace?.statuses.get(callId)}
            usage={usage}
            cost={cost}
            isCosting={rolledCosts === undefined && costError === null}
            onOpenCost={() => void setTab("cost")}
            actions={undefined}
            user={row?.overview?.user_id}
            now={now}
          />
          <div className="flex min-h-0 flex-1 flex-col @max-[700px]:overflow-y-auto @min-[700px]:flex-row">
            <div
              ref={calls}
              style={{ "--tree-height": `${treeHeaderPx + treeRowPx * (trace?.tree.byId.size ?? 3)}px` }}
              className="h-(--tree-height) max-h-2/5 shrink-0 border-b border-line @max-[700px]:min-h-24 @min-[700px]:h-auto @min-[700px]:max-h-none @min-[700px]:w-2/5 @min-[700px]:border-r @min-[700px]:border-b-0 max-sm:max-h-[30dvh]"
            >
              {trace ? (
                <SearchedTree
                  projectId={projectId}
                  trace={trace}
                  costs={rolledCosts}
                  selectedId={callId}
                  now={now}
                  hrefOf={hrefOf}
                  onSelect={onSelect}
                  onEnter={openPage}
                />
              ) : (
                <CallSkeleton label="Loading trace" />
              )}
            </div>
            <div className="flex min-h-0 min-w-0 flex-1 flex-col @max-[700px]:min-h-80">
              {call ? (
                <CallTabs
                  key={`peek ${callId}`}
                  call={call}
                  row={row}
                  usage={usage}
                  tree={trace?.tree}
                  now={now}
                  cost={<CostTab callId={callId} trace={trace} costs={costs} rolled={cost} error={costError} />}
                />
              ) : (
                <LoadingCall />
              )}
              {feedback}
            </div>
          </div>
        </>
      )}
    </section>
  );
}
