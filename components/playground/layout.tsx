"use client";

import type { Dispatch, ReactNode } from "react";

import { useCompact, useNarrowerThan } from "@/components/data-table/use-compact";
import { Conversation } from "@/components/conversation/conversation";
import { ParametersPanel } from "@/components/parameters/parameters-panel";
import { cn } from "@/components/ui/cn";
import { Dialog } from "@/components/ui/dialog";
import { SplitPanel } from "@/components/ui/split-panel";
import type { Pane as PaneDocument, PlaygroundDocument } from "@/lib/playground/document";
import type { Edit } from "@/lib/playground/edit";
import { sharingPanes } from "@/lib/playground/pane-turns";

import type { Continuation } from "./answer/continuation";
import { Pane } from "./pane";
import { problemsOf, problemsOfTurns, type PaneProblem } from "./problems";
import type { RunStore } from "./run-store";
import { useAnswerLook } from "./answer/use-answer-look";
import { type RefusedRun, Variables } from "./variables/variables";
import type { OnPrompt } from "./prompt/prompt-menu";
import { SharedPrompt } from "./prompt/shared-prompt";

/** Pixels; with more panes there is less space for the conversation. */
const conversationWidths = [460, 460, 340, 320, 320];
const parametersWidth = 320;
/**
 * Width of the window in pixels below which the parameters open in a sheet, so that conversation and answers stay
 * readable.
 */
const threeColumnsPx = 1_024;

/** Side by side if each is wide enough to read. */
const columns: Readonly<Record<number, string>> = {
  2: "@min-[480px]:grid-cols-2",
  3: "@min-[480px]:grid-cols-2 @min-[740px]:grid-cols-3",
  4: "@min-[480px]:grid-cols-2 @min-[940px]:grid-cols-4",
};

interface LayoutProps {
  projectId: string;
  /** Id of the playground. */
  session: string;
  document: PlaygroundDocument;
  problems: readonly PaneProblem[];
  /** A run that was refused because variables have no value. */
  refused: RefusedRun | undefined;
  /** The pane whose parameters are shown. */
  selected: PaneDocument | undefined;
  store: RunStore;
  refusal: string | undefined;
  isPanelOpen: boolean;
  /** The parameters if there is no space beside the panes. */
  isSheetOpen: boolean;
  onSheet: (open: boolean) => void;
  edit: Dispatch<Edit>;
  onRun: (pane: string) => void;
  onContinue: (pane: string, next: Continuation) => void;
  onParameters: (pane: string) => void;
  onPrompt: OnPrompt;
  feedbackOn: (callId: string) => ReactNode;
}

/** The shared conversation, the panes, and the parameters; stacked on a phone. */
export function Layout(props: LayoutProps) {
  const { projectId, document, problems, selected, isPanelOpen, isSheetOpen, onSheet, edit } = props;
  const isCompact = useCompact();
  const isNarrow = useNarrowerThan(threeColumnsPx);
  const written = (
    <>
      <Variables
        key={`variables ${props.session}`}
        projectId={projectId}
        document={document}
        refused={props.refused}
        edit={edit}
      />
      <SharedPrompt projectId={projectId} document={document} onPrompt={props.onPrompt} />
      <Conversation
        key={`conversation ${props.session}`}
        turns={document.turns}
        problems={problemsOfTurns(problems, sharingPanes(document))}
        edit={edit}
      />
    </>
  );
  const place = document.panes.findIndex(({ id }) => id === selected?.id) + 1;
  const parameters = selected && (
    <ParametersPanel
      key={`${props.session} ${selected.id}`}
      pane={selected}
      place={place}
      paneCount={document.panes.length}
      problems={problemsOf(problems, selected.id)}
      edit={edit}
    />
  );
  const sheet = (
    <Dialog open={isSheetOpen} onOpenChange={onSheet} title="Parameters" shape="sheet" className="h-[85vh]">
      {parameters}
    </Dialog>
  );
  if (isCompact)
    return (
      <div className="min-h-0 flex-1 overflow-auto">
        {written}
        <Panes {...props} />
        {sheet}
      </div>
    );
  const panes = <Panes {...props} />;
  return (
    <SplitPanel
      // A separate width for each number of panes, since more panes need more space.
      key={document.panes.length}
      id={`playground-${document.panes.length}`}
      label="Conversation width"
      sized="start"
      defaultWidth={conversationWidths[document.panes.length] ?? 460}
      start={written}
      end={
        isNarrow ? (
          <>
            {panes}
            {sheet}
          </>
        ) : isPanelOpen ? (
          <SplitPanel
            id="playground-parameters"
            label="Parameters width"
            sized="end"
            defaultWidth={parametersWidth}
            minWidth={260}
            start={panes}
            end={parameters}
            className="h-full"
          />
        ) : (
          panes
        )
      }
    />
  );
}

function Panes({
  projectId,
  session,
  document,
  problems,
  selected,
  store,
  refusal,
  isPanelOpen,
  edit,
  onRun,
  onContinue,
  onParameters,
  onPrompt,
  feedbackOn,
}: LayoutProps) {
  const [look] = useAnswerLook();
  const isOnly = document.panes.length === 1;
  return (
    <div className="@container h-full max-sm:h-auto">
      <div
        className={cn(
          "grid h-full auto-rows-[minmax(340px,1fr)] gap-px bg-line max-sm:border-t max-sm:border-line",
          columns[document.panes.length],
        )}
      >
        {document.panes.map((pane, index) => (
          <Pane
            key={`${session} ${pane.id}`}
            projectId={projectId}
            session={session}
            pane={pane}
            variables={document.variables}
            row={document.row}
            place={index + 1}
            isOnly={isOnly}
            isSelected={isPanelOpen && pane.id === selected?.id}
            look={look}
            store={store}
            refusal={refusal}
            problems={problemsOf(problems, pane.id)}
            edit={edit}
            onRun={onRun}
            onContinue={onContinue}
            onParameters={onParameters}
            onPrompt={onPrompt}
            feedbackOn={feedbackOn}
          />
        ))}
      </div>
    </div>
  );
}
