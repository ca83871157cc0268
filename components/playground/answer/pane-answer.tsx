"use client";

import { memo, useState, type ReactNode } from "react";

import { CodeBlock } from "@/components/ui/code-block";
import { RequestId } from "@/components/ui/error-state";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Skeleton } from "@/components/ui/skeleton";
import { JsonView } from "@/components/json/json-view";
import type { FieldError } from "@/lib/contract/field-errors";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";

import type { PaneRun } from "../pane-run";
import { Problem } from "../problem";
import { slotKey } from "../slot";
import { AnswerActions } from "./answer-actions";
import { AnswerBody } from "./answer-body";
import { AnswerLine } from "./answer-line";
import { AnsweredBy } from "./answered-by";
import { ChoiceTabs } from "./choice-tabs";
import { continuation, type Continuation } from "./continuation";
import type { AnswerLook } from "./use-answer-look";

interface PaneAnswerProps {
  projectId: string;
  /** The pane's id. */
  pane: string;
  model: string;
  run: PaneRun | undefined;
  /** Whether variables of the run have another value now. */
  hasOtherValues: boolean;
  look: AnswerLook;
  /** Errors that prevent the pane from running, before anything is sent. */
  problems: readonly FieldError[];
  onContinue: (pane: string, next: Continuation) => void;
  feedbackOn: (callId: string) => ReactNode;
}

/** The answer of a pane with its metrics and actions. Typing in the pane's own prompt does not re-render it. */
export const PaneAnswer = memo(function PaneAnswer(props: PaneAnswerProps) {
  const { projectId, pane, model, run, hasOtherValues, look, problems, onContinue, feedbackOn } = props;
  const [chosen, setChosen] = useState(0);
  const [isJudging, setJudging] = useState(false);
  const isRunning = run?.state === "running";
  const choices = run?.answer.choices ?? [];
  const choice = choices.find(({ index }) => index === chosen) ?? choices[0];
  // Errors from the server are already shown under the answer.
  const unsent = problems.filter(({ message }) => message !== run?.failure?.message);
  return (
    <>
      {run && <AnsweredBy key={slotKey(run.slot)} run={run} hasOtherValues={hasOtherValues} />}
      {choices.length > 1 && <ChoiceTabs choices={choices} chosen={choice?.index ?? 0} onChoose={setChosen} />}
      <div className="min-h-24 flex-1 overflow-auto px-4 py-3">
        {unsent.length > 0 && <Unsent problems={unsent} />}
        {!run && unsent.length === 0 && <p className="wrap-anywhere text-muted">{noAnswer(model)}</p>}
        {run && look === "raw" && <Raw run={run} />}
        {run && look !== "raw" && choice && (
          <AnswerBody
            run={run}
            choice={choice}
            look={look}
            isRunning={isRunning}
            onContinue={(results) => onContinue(pane, continuation(run, choice, results))}
            onFork={(fork) => onContinue(pane, { fork })}
          />
        )}
        {isRunning && !choice && <Waiting />}
        {run?.failure && <Failure run={run} />}
      </div>
      {run && !isRunning && (
        <AnswerActions
          projectId={projectId}
          run={run}
          choice={choice}
          isJudging={isJudging}
          onJudge={() => setJudging(!isJudging)}
          onAdd={(added) => onContinue(pane, continuation(run, added, []))}
        />
      )}
      {run && <AnswerLine projectId={projectId} run={run} choice={choice} />}
      {isJudging && run?.callId && !isRunning && feedbackOn(run.callId)}
    </>
  );
});

function noAnswer(model: string): string {
  return model === "" ? "No answer yet." : `No answer from ${model} yet.`;
}

function Unsent({ problems }: { problems: readonly FieldError[] }) {
  return (
    <InlineBanner tone="error" className="mb-3">
      The request was not sent.
      <ul className="list-disc pl-4">
        {problems.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            <Problem path={path} message={message} />
          </li>
        ))}
      </ul>
    </InlineBanner>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Waiting for the first token" className="grid gap-2">
      <Skeleton className="w-2/3" />
      <Skeleton className="w-1/2" />
    </div>
  );
}

function Failure({ run: { failure } }: { run: PaneRun }) {
  if (!failure) return null;
  const { message, param, requestId } = failure;
  return (
    <InlineBanner tone="error" className="mt-3">
      <span className="whitespace-pre-wrap">{message}</span>
      {param && (
        <span className="block text-meta text-muted">
          Parameter: <code>{param}</code>
        </span>
      )}
      {requestId && <RequestId id={requestId} />}
    </InlineBanner>
  );
}

function Raw({ run }: { run: PaneRun }) {
  const raw = run.raw();
  const json = asJson(raw);
  if (!json) return <CodeBlock label="Raw answer" code={raw.slice(0, 100_000)} wrap />;
  return <JsonView json={json} name="answer" label="All fields of the answer" className="max-h-[60dvh]" />;
}

function asJson(text: string): JsonText | undefined {
  try {
    return new JsonText(JsonNode.parse(text).raw);
  } catch {
    return undefined;
  }
}
