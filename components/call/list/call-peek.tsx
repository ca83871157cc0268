"use client";

import { Maximize2, X } from "lucide-react";
import Link from "next/link";
import { useEffect, useRef, type ReactNode } from "react";

import { buttonClass } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { IconButton } from "@/components/ui/icon-button";
import { Kbd } from "@/components/ui/kbd";
import { useClock } from "@/components/ui/use-clock";
import { callPath } from "@/lib/format/address";

import { CallHeader } from "../page/call-header";
import { CallSkeleton } from "../page/call-skeleton";
import { CallTabs } from "../page/call-tabs";
import { CostTab } from "../page/cost-tab";
import { useCallTab } from "../page/use-call-tab";
import { useTrace } from "../page/use-trace";

interface CallPeekProps {
  projectId: string;
  callId: string;
  /** Shown below the call's payloads. */
  feedback: ReactNode;
  /** Whether the note field gets the focus at once. */
  wantsNote: boolean;
  onNote: () => void;
  onClose: () => void;
}

/** Preview of a call beside the list: the same parts as on its page, without the tree. */
export function CallPeek({ projectId, callId, feedback, wantsNote, onNote, onClose }: CallPeekProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const field = wantsNote ? panel.current?.querySelector("textarea") : undefined;
    if (!field) return;
    field.focus();
    onNote();
  });
  const [, setTab] = useCallTab();
  const { call, row, trace, costs, rolledCosts, costError, callError, isAwaited, retry } = useTrace(projectId, callId);
  const cost = rolledCosts?.get(callId);
  const now = useClock(trace?.isRunning ?? false);
  const usage = trace?.usage.get(callId);
  return (
    <section ref={panel} aria-label="Call preview" className="flex h-full min-h-0 flex-col">
      <div className="flex h-9 shrink-0 items-center gap-2 border-b border-line px-2">
        <Link href={callPath(projectId, callId)} className={buttonClass("ghost", "small")}>
          <Maximize2 aria-hidden className="size-3.5" />
          Open trace
          <Kbd keys="enter" />
        </Link>
        <IconButton icon={X} label="Close" shortcut="escape" size="small" className="ml-auto" onClick={onClose} />
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
          {call ? (
            <CallTabs
              key={`peek ${callId}`}
              call={call}
              row={row}
              usage={usage}
              now={now}
              cost={<CostTab callId={callId} trace={trace} costs={costs} rolled={cost} error={costError} />}
            />
          ) : (
            <div className="min-h-0 flex-1">
              <CallSkeleton label="Loading call" />
            </div>
          )}
          {feedback}
        </>
      )}
    </section>
  );
}
