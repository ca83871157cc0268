"use client";

import { GitFork, RotateCw, SlidersHorizontal, Square, X } from "lucide-react";
import { memo, useEffect, useState, type Dispatch, type ReactNode } from "react";

import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { cn } from "@/components/ui/cn";
import { RequestId } from "@/components/ui/error-state";
import { IconButton } from "@/components/ui/icon-button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast-store";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import { JsonView } from "@/components/json/json-view";
import { ModelPicker } from "@/components/parameters/model-picker";
import type { FieldError } from "@/lib/contract/field-errors";
import type { Pane as PaneDocument } from "@/lib/playground/document";
import type { Edit } from "@/lib/playground/edit";
import { prefixOf, prefixText } from "@/lib/playground/prefix";
import { changedParameters } from "@/lib/playground/document";

import { AnswerActions } from "./answer/answer-actions";
import { AnswerBody } from "./answer/answer-body";
import { AnswerLine } from "./answer/answer-line";
import { AnsweredBy } from "./answer/answered-by";
import { ChoiceTabs } from "./answer/choice-tabs";
import { continuation, type Continuation } from "./answer/continuation";
import type { PaneRun } from "./pane-run";
import { Problem } from "./problem";
import type { RunStore } from "./run-store";
import { slotKey, slotOf } from "./slot";
import type { AnswerLook } from "./answer/use-answer-look";
import { useRun } from "./use-runs";

interface PaneProps {
  projectId: string;
  /** Id of its playground. */
  session: string;
  pane: PaneDocument;
  /** Its position, from 1. */
  place: number;
  isOnly: boolean;
  /** Whether its parameters are shown in the panel. */
  isSelected: boolean;
  look: AnswerLook;
  store: RunStore;
  /** Why the session's key may not run models. */
  refusal: string | undefined;
  /** Errors that prevent it from running, before anything is sent. */
  problems: readonly FieldError[];
  edit: Dispatch<Edit>;
  onRun: (pane: string) => void;
  onContinue: (pane: string, next: Continuation) => void;
  onParameters: (pane: string) => void;
  feedbackOn: (callId: string) => ReactNode;
}

/** One pane: a model, its state, and its answer. */
export const Pane = memo(function Pane({
  projectId,
  session,
  pane,
  place,
  isOnly,
  isSelected,
  look,
  store,
  refusal,
  problems,
  edit,
  onRun,
  onContinue,
  onParameters,
  feedbackOn,
}: PaneProps) {
  const slot = slotOf(session, pane);
  const run = useRun(store, slot);
  const [chosen, setChosen] = useState(0);
  const [isJudging, setJudging] = useState(false);
  const key = slotKey(slot);
  useEffect(() => {
    store.keepTo(slotOf(session, pane));
    // What else changes of a pane leaves its slot as it is.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, store]);
  const isRunning = run?.state === "running";
  const choices = run?.answer.choices ?? [];
  const choice = choices.find(({ index }) => index === chosen) ?? choices[0];
  const changed = changedParameters(pane.parameters).length;
  // Errors from the server are already shown under the answer.
  const unsent = problems.filter(({ message }) => message !== run?.failure?.message);
  return (
    <section
      aria-label={`Pane ${place}`}
      aria-busy={isRunning}
      className={cn(
        "@container flex min-h-72 min-w-0 flex-col bg-page",
        isSelected && !isOnly && "ring-1 ring-accent ring-inset",
      )}
    >
      <header className="flex flex-wrap items-center gap-1 border-b border-line px-3 py-1.5">
        <div className="flex min-w-0 grow basis-full @min-[320px]:basis-0">
          <ModelPicker
            label={`Model of pane ${place}`}
            model={pane.model}
            problem={problems.find(({ path }) => path === "model")?.message}
            onChange={(model) => edit({ type: "pane", id: pane.id, change: { model } })}
          />
        </div>
        <Button
          variant="ghost"
          icon={SlidersHorizontal}
          aria-label={`Parameters of pane ${place}, ${changed} changed`}
          aria-pressed={isSelected}
          onClick={() => onParameters(pane.id)}
        >
          {changed > 0 && <span className="tabular-nums">{changed}</span>}
        </Button>
        {isRunning ? (
          <IconButton icon={Square} label="Stop" shortcut="escape" onClick={() => store.stop(slot)} />
        ) : (
          <IconButton
            icon={RotateCw}
            label={refusal ?? (run ? "Regenerate" : "Run this pane")}
            disabled={refusal !== undefined}
            onClick={() => onRun(pane.id)}
          />
        )}
        {!isOnly && (
          <IconButton
            icon={X}
            label="Remove pane"
            onClick={() => {
              store.stop(slot);
              removePane(pane, place - 1, edit);
            }}
          />
        )}
      </header>
      <span role="status" className="sr-only">
        {run && !isRunning && `Pane ${place}, ${run.source.model}: ${endWords[run.state]}`}
      </span>
      <ForkBar pane={pane} edit={edit} />
      {run && <AnsweredBy key={key} run={run} />}
      {choices.length > 1 && <ChoiceTabs choices={choices} chosen={choice?.index ?? 0} onChoose={setChosen} />}
      <div className="min-h-0 flex-1 overflow-auto px-4 py-3">
        {unsent.length > 0 && <Unsent problems={unsent} />}
        {!run && unsent.length === 0 && <p className="wrap-anywhere text-muted">{noAnswer(pane)}</p>}
        {run && look === "raw" && <Raw run={run} />}
        {run && look !== "raw" && choice && (
          <AnswerBody
            run={run}
            choice={choice}
            look={look}
            isRunning={isRunning}
            onContinue={(results) => onContinue(pane.id, continuation(run, choice, results))}
            onFork={(fork) => onContinue(pane.id, { fork })}
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
          onAdd={(added) => onContinue(pane.id, continuation(run, added, []))}
        />
      )}
      {run && <AnswerLine projectId={projectId} run={run} choice={choice} />}
      {isJudging && run?.callId && !isRunning && feedbackOn(run.callId)}
    </section>
  );
});

function noAnswer({ model }: PaneDocument): string {
  return model === "" ? "No answer yet." : `No answer from ${model} yet.`;
}

/** The fork that the next answer of a pane begins with, with a button to remove it. */
function ForkBar({ pane, edit }: { pane: PaneDocument; edit: Dispatch<Edit> }) {
  const text = prefixText(prefixOf(pane));
  if (text === "") return null;
  return (
    <div className="flex items-center gap-1.5 border-b border-line bg-raised px-3 py-0.5 text-meta">
      <GitFork aria-hidden className="size-3.5 shrink-0 text-muted" />
      <p className="min-w-0 flex-1 truncate" title={text}>
        <span className="text-muted">Begins with</span> “<bdi>{text}</bdi>”
      </p>
      <IconButton
        icon={X}
        label="Remove fork"
        size="small"
        onClick={() => edit({ type: "pane", id: pane.id, change: { prefix: undefined } })}
      />
    </div>
  );
}

function removePane(pane: PaneDocument, index: number, edit: Dispatch<Edit>): void {
  edit({ type: "remove pane", id: pane.id });
  toast({
    title: "Pane removed",
    action: { label: "Undo", onAction: () => edit({ type: "insert pane", pane, index }) },
  });
}

const endWords: Readonly<Record<PaneRun["state"], string>> = {
  running: "answering",
  done: "answer complete",
  stopped: "stopped",
  failed: "failed",
};

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
