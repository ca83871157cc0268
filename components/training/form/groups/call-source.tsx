"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";

import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Fold } from "@/components/ui/fold";
import { InlineBanner } from "@/components/ui/inline-banner";
import { ApiError } from "@/lib/client/api-error";
import { counted, formatCount } from "@/lib/format/number";
import { typeWords } from "@/lib/format/feedback-words";
import { type CallsChoice, TRAINING_FORM_CALLS, trainingCallsCount } from "@/lib/queries/training-calls";
import type { FeedbackChoice, RewardRule } from "@/lib/training/reward-rule";

import { RewardFields } from "./reward-fields";
import { type ChosenCalls, isOfCorrections } from "./use-calls";

const SHOWN_LEFT_OUT = 200;

interface CallSourceProps {
  projectId: string;
  choice: CallsChoice;
  /** Filters the calls, if they are those of a view. */
  filter: ReactNode;
  chosen: ChosenCalls;
  choices: readonly FeedbackChoice[];
  rule: RewardRule | undefined;
  onChange: (rule: RewardRule) => void;
  /** Switches from selected calls to a filter. */
  onUseFilter: () => void;
}

/** Adds trajectories from calls, each with the reward from its feedback. */
export function CallSource(props: CallSourceProps) {
  const { projectId, choice, filter, chosen, choices, rule, onChange, onUseFilter } = props;
  const { calls, progress, error, read, readOnce, cancel } = chosen;
  const count = useQuery(trainingCallsCount(projectId, choice));
  const isFilter = "view" in choice;

  // Calls that were selected one by one are read at once; all others may be many.
  useEffect(() => {
    if ("ids" in choice) readOnce(choice);
  }, [choice, readOnce]);

  const taken = Math.min(count.data ?? 0, TRAINING_FORM_CALLS);
  return (
    <div className="grid grid-cols-1 gap-3">
      {isFilter ? (
        <div className="flex flex-wrap items-start gap-2">{filter}</div>
      ) : (
        <p className="flex flex-wrap items-center gap-2">
          {"ids" in choice
            ? `${formatCount(choice.ids.length)} selected ${choice.ids.length === 1 ? "call" : "calls"}`
            : `Calls with feedback of type ${typeWords(choice.feedbackType)}`}
          <Button size="small" onClick={onUseFilter}>
            Use a filter instead
          </Button>
        </p>
      )}
      <Checkbox
        checked={chosen.withCorrections || isOfCorrections(choice)}
        disabled={isOfCorrections(choice)}
        onCheckedChange={(on) => chosen.setWithCorrections(on)}
      >
        Also add corrected outputs, as answers with reward 1
      </Checkbox>
      <Checkbox checked={chosen.ofModelCalls} onCheckedChange={(on) => chosen.setOfModelCalls(on)}>
        Use the model calls below these calls, with their system prompts, each with the feedback on the call above
      </Checkbox>
      <div className="flex flex-wrap items-center gap-3">
        {progress ? (
          <>
            <progress
              value={progress.expected ? progress.calls / progress.expected : undefined}
              aria-label="Loading calls"
              className="h-1.5 w-40"
            />
            <span role="status" className="text-meta text-muted tabular-nums">
              Loaded {formatCount(progress.calls)}
              {progress.expected !== undefined && ` of ${formatCount(progress.expected)}`} calls with their feedback
            </span>
            <Button onClick={cancel}>Cancel</Button>
          </>
        ) : (
          <Button disabled={count.data === undefined || taken === 0} onClick={() => read(choice, taken)}>
            {calls ? "Reload " : "Load "}
            {count.data === undefined ? "the calls" : counted(taken, "call")}
          </Button>
        )}
        {(count.data ?? 0) > TRAINING_FORM_CALLS && (
          <span className="text-meta text-muted">
            Limited to the newest {formatCount(TRAINING_FORM_CALLS)} of {formatCount(count.data)} calls.
          </span>
        )}
        {count.data === 0 && <span className="text-meta text-muted">No calls match. Change the filter.</span>}
        {count.error && <span className="text-meta text-error">{count.error.message}</span>}
      </div>
      {error && (
        <InlineBanner tone="error">
          Could not load the calls: {error.message}
          {error instanceof ApiError && error.requestId && ` (request ${error.requestId})`}
        </InlineBanner>
      )}
      {calls && (
        <>
          <p role="status" className="text-meta text-muted tabular-nums">
            {counted(calls.callAt.size + calls.corrected, "trajectory", "trajectories")}
            {calls.corrected > 0 && ` · ${formatCount(calls.corrected)} of them corrected`}
            {` · ${formatCount(calls.feedback.size)} with feedback`}
          </p>
          {calls.leftOut.length > 0 && <LeftOut leftOut={calls.leftOut} />}
          <RewardFields choices={choices} rule={rule} onChange={onChange} />
        </>
      )}
    </div>
  );
}

function LeftOut({ leftOut }: { leftOut: readonly { id: string; why: string }[] }) {
  return (
    <Fold summary={`${counted(leftOut.length, "call")} cannot be used`}>
      <ul aria-label="Calls that cannot be used" className="max-h-40 overflow-auto text-meta">
        {leftOut.slice(0, SHOWN_LEFT_OUT).map(({ id, why }) => (
          <li key={id} className="wrap-anywhere">
            <code>{id}</code> {why}
          </li>
        ))}
        {leftOut.length > SHOWN_LEFT_OUT && <li>and {formatCount(leftOut.length - SHOWN_LEFT_OUT)} more</li>}
      </ul>
    </Fold>
  );
}
