"use client";

import { GitFork, RotateCw, SlidersHorizontal, Square, X } from "lucide-react";
import { memo, useEffect, type Dispatch, type ReactNode } from "react";

import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast-store";
import { ModelPicker } from "@/components/parameters/model-picker";
import type { FieldError } from "@/lib/contract/field-errors";
import type { Pane as PaneDocument, PlaygroundDocument } from "@/lib/playground/document";
import type { Edit } from "@/lib/playground/edit";
import { prefixOf, prefixText } from "@/lib/playground/prefix";
import { changedParameters } from "@/lib/playground/document";
import { changedVariables } from "@/lib/playground/variables";

import type { Continuation } from "./answer/continuation";
import { PaneAnswer } from "./answer/pane-answer";
import type { AnswerLook } from "./answer/use-answer-look";
import type { PaneRun } from "./pane-run";
import { OwnPrompt } from "./prompt/own-prompt";
import { type OnPrompt, PromptMenu } from "./prompt/prompt-menu";
import type { RunStore } from "./run-store";
import { slotKey, slotOf } from "./slot";
import { useRun } from "./use-runs";

interface PaneProps {
  projectId: string;
  /** Id of its playground. */
  session: string;
  pane: PaneDocument;
  /** Typed values of variables, and the row that fills the others. */
  variables: PlaygroundDocument["variables"];
  row: PlaygroundDocument["row"];
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
  onPrompt: OnPrompt;
  feedbackOn: (callId: string) => ReactNode;
}

/** One pane: a model, its own prompt if it has one, and its answer. */
export const Pane = memo(function Pane({
  projectId,
  session,
  pane,
  variables,
  row,
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
  onPrompt,
  feedbackOn,
}: PaneProps) {
  const slot = slotOf(session, pane);
  const run = useRun(store, slot);
  const key = slotKey(slot);
  useEffect(() => {
    store.keepTo(slotOf(session, pane));
    // What else changes of a pane leaves its slot as it is.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, store]);
  const isRunning = run?.state === "running";
  const changed = changedParameters(pane.parameters).length;
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
        <PromptMenu pane={pane.id} place={place} isOwn={pane.turns !== undefined} onPrompt={onPrompt} />
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
      {pane.turns && (
        <OwnPrompt
          projectId={projectId}
          pane={pane.id}
          place={place}
          turns={pane.turns}
          source={pane.prompt}
          problems={problems}
          edit={edit}
          onPrompt={onPrompt}
        />
      )}
      <PaneAnswer
        projectId={projectId}
        pane={pane.id}
        model={pane.model}
        run={run}
        hasOtherValues={run?.variables !== undefined && changedVariables(run.variables, { variables, row }).length > 0}
        look={look}
        problems={problems}
        onContinue={onContinue}
        feedbackOn={feedbackOn}
      />
    </section>
  );
});

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
