"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState, type ReactNode } from "react";

import { Button } from "@/components/ui/button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { useShortcuts } from "@/components/ui/shortcuts";
import { toast } from "@/components/ui/toast-store";
import { usePreference } from "@/components/ui/use-preference";
import type { FieldError } from "@/lib/contract/field-errors";
import { emptyDocument, type PlaygroundDocument } from "@/lib/playground/document";
import { turnsOfPane } from "@/lib/playground/pane-turns";
import { prefixOf } from "@/lib/playground/prefix";
import { missingVariables, rowRefOf, sentValues } from "@/lib/playground/variables";
import { requestBody } from "@/lib/playground/request-body";
import type { PlaygroundSession } from "@/lib/playground/session";
import { packDocument } from "@/lib/playground/share-link";
import { useMay } from "@/lib/queries/use-may";

import type { Continuation } from "./answer/continuation";
import { focusVariable } from "./variables/variables";
import { Dialogs, type OpenDialogName } from "./dialogs";
import { continueConversation } from "./answer/continue-conversation";
import { lastModel } from "./history";
import { Layout } from "./layout";
import { NoModels } from "./no-models";
import { noProblems, type PaneProblem } from "./problems";
import type { PaneRun } from "./pane-run";
import { promptRefOf } from "./prompt/prompt-ref";
import { PromptDialogs } from "./prompt/prompt-dialogs";
import { usePromptActions } from "./prompt/use-prompt-actions";
import { slotOf } from "./slot";
import { Toolbar, type ToolbarAction } from "./toolbar";
import { useDocument } from "./use-document";
import { shareFragment, useOpening } from "./use-opening";
import { useRunOverTable } from "./use-run-over-table";
import { useRefusal } from "./use-refusal";
import { useIsRunning, useRunStore } from "./use-runs";

interface WorkbenchProps {
  projectId: string;
  serviceUrl: string;
  feedbackOn: (callId: string) => ReactNode;
}

/** The errors of a document when it was last run; any change clears them. */
interface Attempt {
  document: PlaygroundDocument;
  problems: readonly PaneProblem[];
}

const isOpenOrShut = (stored: string) => (stored === "open" || stored === "shut" ? stored : undefined);

export function Workbench({ projectId, serviceUrl, feedbackOn }: WorkbenchProps) {
  const { session, edit, editOf, open, read, isKept } = useDocument(projectId);
  const { id: sessionId, document } = session;
  const [attempt, setAttempt] = useState<Attempt>();
  const cache = useQueryClient();
  const [refusedRun, setRefusedRun] = useRefusal(session);
  const [selected, setSelected] = useState<string>();
  const [dialog, setDialog] = useState<OpenDialogName>();
  /** The name that a playground was last opened from or saved under. */
  const [saved, setSaved] = useState<{ session: string; name: string }>();
  const [panel, setPanel] = usePreference<"open" | "shut">("playground-parameters", "open", isOpenOrShut);
  const [sheet, setSheet] = useState(false);
  const latest = useRef(document);
  useEffect(() => {
    latest.current = document;
  });
  const onEnd = useCallback(({ slot, failure }: PaneRun) => {
    const { param, message } = failure ?? {};
    if (param && message !== undefined)
      setAttempt((now) => now && { ...now, problems: [...now.problems, { pane: slot.pane, path: param, message }] });
  }, []);
  const store = useRunStore(projectId, onEnd);
  const isRunning = useIsRunning(store);
  const refusal = useMay(projectId, "member") ? undefined : "Calling models requires the member role on this project.";

  const runPanes = useCallback(
    (now: PlaygroundDocument, ids: readonly string[], sendsUnfilled = false) => {
      const names = sendsUnfilled ? [] : missingVariables(now, ids);
      setRefusedRun(names.length > 0 ? { session: sessionId, panes: ids, names } : undefined);
      if (names.length > 0) return focusVariable(names[0]);
      const problems: PaneProblem[] = [];
      for (const pane of now.panes.filter(({ id }) => ids.includes(id))) {
        const made = requestBody(now, pane);
        if (made.body) {
          const turns = turnsOfPane(now, pane);
          const variables = sentValues(now, turns);
          const promptRef = promptRefOf(cache, { projectId, document: now, pane });
          const rowRef = rowRefOf(projectId, now, turns);
          const request = { body: made.body, prefix: prefixOf(pane), variables, promptRef, rowRef };
          void store.start(slotOf(sessionId, pane), request);
        } else problems.push(...made.problems.map((problem) => ({ ...problem, pane: pane.id })));
      }
      setAttempt({ document: now, problems });
    },
    [cache, projectId, sessionId, setRefusedRun, store],
  );
  const runAll = () =>
    refusal === undefined &&
    runPanes(
      document,
      document.panes.map(({ id }) => id),
    );
  const runPane = useCallback((pane: string) => runPanes(latest.current, [pane]), [runPanes]);
  const carryOn = useCallback(
    (pane: string, next: Continuation) => {
      const { document: after, longer, runs } = continueConversation(latest.current, pane, next);
      const forked = latest.current.panes.filter((one) => longer.includes(one.id) && prefixOf(one).length > 0);
      // The answer of a fork stays the last one of its pane.
      for (const one of forked) {
        const from = slotOf(sessionId, one);
        store.move(from, { ...from, prefix: "" });
      }
      edit({ type: "replace", document: after });
      if (runs.length > 0) runPanes(after, runs);
    },
    [edit, runPanes, sessionId, store],
  );
  const replace = useCallback(
    (next: PlaygroundSession) => {
      store.stop();
      return open(next);
    },
    [open, store],
  );
  const readDocument = useCallback(() => latest.current, []);
  const refuse = useCallback((pane: string, found: readonly FieldError[]) => {
    setAttempt({ document: latest.current, problems: found.map((problem) => ({ ...problem, pane })) });
  }, []);
  const runOverTable = useRunOverTable({ projectId, read: readDocument, onRefused: refuse });
  const prompts = usePromptActions({ session: sessionId, read: readDocument, edit, onRun: runOverTable });
  const opening = useOpening({ projectId, read, replace, editOf });
  const showParameters = useCallback(
    (pane: string) => {
      setSelected(pane);
      setPanel("open");
      setSheet(true);
    },
    [setPanel],
  );
  const act = (action: ToolbarAction) => {
    if (action === "share") void share(document);
    else if (action === "new")
      opening.open({ document: emptyDocument([lastModel(projectId)]), title: "New playground" });
    else if (action !== "parameters") setDialog(action);
    else {
      setPanel(panel === "open" ? "shut" : "open");
      setSheet(!sheet);
    }
  };
  const moveTurn = (by: -1 | 1) => {
    const id = focusedTurn();
    if (id) edit({ type: "move turn", id, by });
  };
  useShortcuts("Playground", [
    { keys: "mod+enter", description: "Run all panes", whileTyping: true, run: runAll },
    { keys: "escape", description: "Stop all panes", whileTyping: true, run: () => store.stop() },
    { keys: "mod+shift+arrowup", description: "Move message up", whileTyping: true, run: () => moveTurn(-1) },
    { keys: "mod+shift+arrowdown", description: "Move message down", whileTyping: true, run: () => moveTurn(1) },
    { keys: "p", description: "Show or hide parameters", run: () => act("parameters") },
  ]);

  const refused = refusedRun && {
    names: refusedRun.names,
    onRunAnyway: () => runPanes(document, refusedRun.panes, true),
  };
  const problems = attempt?.document === document ? attempt.problems : noProblems;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Toolbar
        paneCount={document.panes.length}
        isRunning={isRunning}
        refusal={refusal}
        onRun={runAll}
        onStop={() => store.stop()}
        onAddPane={() => edit({ type: "add pane" })}
        onAction={act}
      />
      <NoModels projectId={projectId} />
      {!isKept && (
        <InlineBanner tone="warning" className="m-2">
          This playground is too long to keep in the browser. Save it, or it will be lost when you reload.
        </InlineBanner>
      )}
      {opening.isReading && <InlineBanner className="m-2">Opening…</InlineBanner>}
      {opening.problem && (
        <InlineBanner
          tone="error"
          className="m-2"
          action={
            <Button size="small" variant="ghost" onClick={opening.dismissProblem}>
              Close
            </Button>
          }
        >
          {opening.problem}
        </InlineBanner>
      )}
      <Layout
        projectId={projectId}
        session={sessionId}
        document={document}
        problems={problems}
        refused={refused}
        selected={document.panes.find(({ id }) => id === selected) ?? document.panes[0]}
        store={store}
        refusal={refusal}
        isPanelOpen={panel === "open"}
        isSheetOpen={sheet}
        onSheet={setSheet}
        edit={edit}
        onRun={runPane}
        onContinue={carryOn}
        onParameters={showParameters}
        onPrompt={prompts.act}
        feedbackOn={feedbackOn}
      />
      <Dialogs
        name={dialog}
        projectId={projectId}
        serviceUrl={serviceUrl}
        document={document}
        pane={document.panes.find(({ id }) => id === selected) ?? document.panes[0]}
        savedName={saved?.session === sessionId ? saved.name : ""}
        onSaved={(name) => setSaved({ session: sessionId, name })}
        onOpen={(next, name) => {
          opening.open({ document: next, title: `Opened ${name}` });
          setSaved({ session: read().id, name });
        }}
        onOpenPrompt={opening.openPrompt}
        onOpenCall={opening.openCall}
        onReopen={opening.reopen}
        onClose={() => setDialog(undefined)}
      />
      <PromptDialogs
        dialog={prompts.dialog}
        projectId={projectId}
        document={document}
        edit={edit}
        onChoose={prompts.choose}
        onClose={prompts.close}
      />
    </div>
  );
}

function focusedTurn(): string | undefined {
  const item = document.activeElement?.closest<HTMLElement>("[data-turn]");
  return item?.dataset["turn"];
}

async function share(playground: PlaygroundDocument): Promise<void> {
  const packed = await packDocument(playground);
  if (packed === undefined) {
    toast({
      title: "This playground is too long for a link",
      description: "Save it instead. Everyone in the project can open the saved object.",
      tone: "error",
    });
    return;
  }
  const { origin, pathname } = window.location;
  try {
    await navigator.clipboard.writeText(`${origin}${pathname}${shareFragment(packed)}`);
    toast({ title: "Link copied", description: "The link contains the whole playground. No need to save it." });
  } catch {
    toast({ title: "The browser blocked copying", tone: "error" });
  }
}
