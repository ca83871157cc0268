"use client";

import { useMutation } from "@tanstack/react-query";
import { RotateCcw, X } from "lucide-react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { StoppedNote } from "@/components/ui/stopped-note";
import { toast } from "@/components/ui/toast-store";
import type { ScoringRule, ScoringUpdate } from "@/lib/contract/scoring";
import { counted } from "@/lib/format/number";
import { updateScoringRule } from "@/lib/queries/scoring";
import { takeOverWork } from "@/lib/queries/work";

import { BackfillDialog } from "./backfill-dialog";
import { DeleteDialog } from "./delete-dialog";
import { MAY_NOT_SCORE } from "./may-not-score";
import { RuleDialog } from "./rule-dialog";
import { RuleFacts } from "./rule-facts";
import { RuleFailures } from "./rule-failures";
import { RuleStatus } from "./rule-status";
import { ScoreLinks } from "./score-links";

const IS_COLLECTING = "Calls of another time range are being collected.";

interface RulePeekProps {
  rule: ScoringRule;
  mayChange: boolean;
  onClose: () => void;
}

/** A scoring rule: what it scores, what became of its calls, and what can be done with it. */
export function RulePeek({ rule, mayChange, onClose }: RulePeekProps) {
  const { project_id, id, definition, status, reason, calls, backfill, needs_owner: needsOwner } = rule;
  const [dialog, setDialog] = useState<"edit" | "backfill" | "delete">();
  const update = useMutation(updateScoringRule());
  const takeOver = useMutation(takeOverWork());
  const isPaused = status === "paused";
  const restriction = mayChange ? undefined : MAY_NOT_SCORE;
  const act = (action: NonNullable<ScoringUpdate["action"]>) => {
    if (update.isPending) return;
    update.mutate(
      { project_id, id, action },
      { onError: ({ message }) => toast({ title: "Could not change the rule", description: message, tone: "error" }) },
    );
  };
  const isDoing = (...actions: string[]) => update.isPending && actions.includes(update.variables.action ?? "");
  const close = () => setDialog(undefined);
  const action = (words: string, onClick: () => void, { isBusy = false, obstacle = restriction } = {}) => (
    <Button
      size="small"
      variant="ghost"
      disabled={obstacle !== undefined}
      title={obstacle}
      busy={isBusy}
      onClick={onClick}
    >
      {words}
    </Button>
  );
  return (
    <aside aria-label={`Rule ${definition.name}`} className="flex h-full min-h-0 flex-col">
      <div className="flex h-9 shrink-0 items-center gap-1 border-b border-line px-2">
        {action(isPaused ? "Resume" : "Pause", () => act(isPaused ? "resume" : "pause"), {
          isBusy: isDoing("pause", "resume"),
          obstacle: restriction ?? (needsOwner && "Take it over first."),
        })}
        {action("Edit", () => setDialog("edit"))}
        {action("Backfill", () => setDialog("backfill"), { obstacle: restriction ?? (backfill && IS_COLLECTING) })}
        {action("Delete", () => setDialog("delete"))}
        <IconButton icon={X} label="Close" shortcut="escape" size="small" className="ml-auto" onClick={onClose} />
      </div>
      <div className="min-h-0 flex-1 overflow-auto px-4 py-3">
        <h2 className="text-section font-semibold wrap-anywhere">
          <bdi>{definition.name}</bdi>
        </h2>
        <div role="status">
          <RuleStatus rule={rule} />
        </div>
        {needsOwner && (
          <StoppedNote
            reason={reason ?? ""}
            needsOwner
            restriction={restriction}
            isBusy={takeOver.isPending}
            error={takeOver.error}
            onTakeOver={() => takeOver.mutate({ project_id, kind: "scoring_rule", id })}
          />
        )}
        {reason !== undefined && !needsOwner && (
          <InlineBanner tone="warning" className="mt-2">
            {isPaused ? `Paused: ${reason}` : reason}
          </InlineBanner>
        )}
        {isPaused && (
          <p className="pt-1 text-muted">
            No calls are collected while it is paused. Run a backfill to score calls that arrived while it was paused.
          </p>
        )}
        <ScoreLinks rule={rule} mayChange={mayChange} />
        <RuleFacts rule={rule} />
        {calls.failed > 0 && (
          <>
            <div className="flex flex-wrap items-center justify-between gap-2 pt-4 pb-1">
              <h3 className="text-label text-muted">Failures, latest first</h3>
              <Button
                size="small"
                icon={RotateCcw}
                disabled={!mayChange}
                title={restriction}
                busy={isDoing("retry_failed")}
                onClick={() => act("retry_failed")}
              >
                Retry {counted(calls.failed, "failed call")}
              </Button>
            </div>
            <RuleFailures rule={rule} />
          </>
        )}
      </div>
      {dialog === "edit" && <RuleDialog projectId={project_id} rule={rule} onClose={close} />}
      {dialog === "backfill" && <BackfillDialog rule={rule} onClose={close} />}
      {dialog === "delete" && <DeleteDialog rule={rule} onClose={close} onDeleted={onClose} />}
    </aside>
  );
}
