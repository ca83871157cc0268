"use client";

import Link from "next/link";
import { Fragment, useEffect, useMemo, useRef, useState, type ReactNode } from "react";

import { useCompact } from "@/components/data-table/use-compact";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PersonName } from "@/components/pickers/person-name";
import { SplitPanel } from "@/components/ui/split-panel";
import type { AnnotationSpec } from "@/lib/feedback/annotation-spec";
import { nextCall, type Progress, type Queue, type QueueAnswer, shareOf } from "@/lib/feedback/queue";
import { callPath, queuePath, withSearch } from "@/lib/format/address";
import { formatCount } from "@/lib/format/number";

import { MAY_NOT_ANNOTATE, useFeedbackRights } from "../use-feedback-rights";
import { OthersAnswers } from "./others-answers";
import { QueueForm } from "./queue-form";
import { useSkipped } from "./use-skipped";

const formWidth = 440;
const noCalls: ReadonlySet<string> = new Set();

export interface QueueParts {
  projectId: string;
  queue: Queue;
  answers: readonly QueueAnswer[];
  specs: readonly AnnotationSpec[];
  /** Owner of the session's key. */
  owner: string;
  progress: Progress;
}

interface QueueWorkProps extends QueueParts {
  /** The call in the address. */
  at: string | null;
  onGo: (callId: string) => void;
  callOn: (callId: string) => ReactNode;
}

/** One call of the queue beside its form. */
export function QueueWork({ projectId, queue, answers, specs, owner, progress, at, onGo, callOn }: QueueWorkProps) {
  const compact = useCompact();
  const { mayAdd } = useFeedbackRights(projectId);
  const done = progress.get(owner) ?? noCalls;
  const [isAll, setAll] = useState(false);
  const share = useMemo(() => shareOf(queue, owner, progress), [queue, owner, progress]);
  // A call of somebody else is opened from the results.
  const isOthers = isAll || (at !== null && queue.callIds.includes(at) && !share.includes(at));
  const callIds = isOthers ? queue.callIds : share;
  const [skipped, skip] = useSkipped(projectId, queue.name);
  // The first call when the page was opened: answers saved elsewhere in the meantime must not move the user to another
  // call.
  const [first] = useState(() => nextCall(callIds, { after: undefined, done, skipped }));
  const [isOver, setOver] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const current = at !== null && callIds.includes(at) ? at : first;
  const shown = useRef(current);
  useEffect(() => {
    if (shown.current !== current) heading.current?.focus();
    shown.current = current;
  }, [current]);

  const go = (to: string | undefined) => {
    setOver(to === undefined);
    if (to !== undefined) onGo(to);
  };
  if (queue.callIds.length === 0)
    return (
      <EmptyState
        title="This queue has no calls"
        description="Select calls in the trace list and add them to this queue."
      />
    );
  if (callIds.length === 0)
    return (
      <EmptyState
        title="Nothing is assigned to you here"
        description={
          <>
            Its calls are assigned to{" "}
            {queue.assignedTo.map((who, at) => (
              <Fragment key={who}>
                {at > 0 && ", "}
                <PersonName owner={who} />
              </Fragment>
            ))}
            .
          </>
        }
      >
        <Button onClick={() => setAll(true)}>Review all calls</Button>
      </EmptyState>
    );
  if (current === undefined || isOver)
    return (
      <EmptyState
        title={`You have reviewed ${reviewedWords(callIds.length, queue)}`}
        description="Your answers are saved. To change them, review the calls again."
      >
        <div className="flex flex-wrap gap-2">
          <Link
            href={withSearch(queuePath(projectId, queue.name), { view: "results" })}
            className={buttonClass("primary")}
          >
            View results
          </Link>
          <Button onClick={() => go(callIds[0])}>Review again</Button>
        </div>
      </EmptyState>
    );
  const index = callIds.indexOf(current);
  const previous = callIds[index - 1];
  const waiting = share.filter((id) => skipped.has(id) && !done.has(id));
  const isHidden = queue.isBlind && !done.has(current);
  const call = (
    <div className="flex flex-col sm:h-full sm:min-h-0">
      <div className="flex items-center gap-3 px-4 pt-2">
        <h2 ref={heading} tabIndex={-1} className="text-section font-semibold tabular-nums outline-none">
          Call {formatCount(index + 1)} of {formatCount(callIds.length)}
        </h2>
        {done.has(current) && <span className="text-meta text-muted">answered</span>}
        {!done.has(current) && skipped.has(current) && <span className="text-meta text-muted">skipped</span>}
        <Link href={callPath(projectId, current)} prefetch={false} className={buttonClass("ghost", "small")}>
          Open trace
        </Link>
        {waiting.length > 0 && (
          <Button
            variant="ghost"
            size="small"
            className="ml-auto"
            onClick={() => go(waiting[(waiting.indexOf(current) + 1) % waiting.length])}
          >
            {formatCount(waiting.length)} skipped
          </Button>
        )}
      </div>
      <div className="sm:min-h-0 sm:flex-1 sm:overflow-auto">{callOn(current)}</div>
    </div>
  );
  const form = (
    <div className="grid content-start gap-4 p-4">
      {mayAdd ? (
        <QueueForm
          key={current}
          projectId={projectId}
          callId={current}
          queue={queue}
          specs={specs}
          onBack={previous === undefined ? undefined : () => go(previous)}
          onSkip={() => {
            skip(current);
            go(nextCall(isAll ? callIds : share, { after: current, done, skipped: new Set([...skipped, current]) }));
          }}
          onSaved={() =>
            go(nextCall(isAll ? callIds : share, { after: current, done: new Set([...done, current]), skipped }))
          }
        />
      ) : (
        <p className="text-muted">{MAY_NOT_ANNOTATE}</p>
      )}
      <OthersAnswers
        answers={answers.filter(({ callId, who }) => callId === current && who !== owner)}
        specs={specs}
        isHidden={isHidden}
      />
    </div>
  );
  // On a phone both scroll together.
  if (compact)
    return (
      <div className="min-h-0 flex-1 overflow-auto">
        {call}
        {form}
      </div>
    );
  return <SplitPanel id="queue-form" label="Form width" sized="end" defaultWidth={formWidth} start={call} end={form} />;
}

function reviewedWords(calls: number, { assignedTo }: Queue): string {
  if (calls === 1) return assignedTo.length === 0 ? "the only call" : "your only call";
  return `all ${formatCount(calls)} ${assignedTo.length === 0 ? "" : "of your "}calls`;
}
