"use client";

import { ListTree, MessageSquarePlus, ThumbsUp } from "lucide-react";
import Link from "next/link";

import { Button, buttonClass } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { callPath } from "@/lib/format/address";
import type { ChoiceView } from "@/lib/chat/answer";

import { wholeContent } from "./continuation";
import type { PaneRun } from "../pane-run";

interface AnswerActionsProps {
  projectId: string;
  run: PaneRun;
  choice: ChoiceView | undefined;
  isJudging: boolean;
  onJudge: () => void;
  onAdd: (choice: ChoiceView) => void;
}

export function AnswerActions({ projectId, run, choice, isJudging, onJudge, onAdd }: AnswerActionsProps) {
  if (!choice && !run.callId) return null;
  return (
    <div className="flex flex-wrap items-center gap-1 px-3 pb-1">
      {choice && <CopyButton text={textOf(run, choice)} label="Copy answer" />}
      {choice && choice.toolCalls.length === 0 && (
        <Button size="small" variant="ghost" icon={MessageSquarePlus} onClick={() => onAdd(choice)}>
          Add to conversation
        </Button>
      )}
      {run.callId && (
        <>
          <Button size="small" variant="ghost" icon={ThumbsUp} aria-expanded={isJudging} onClick={onJudge}>
            Feedback
          </Button>
          <Link href={callPath(projectId, run.callId)} className={buttonClass("ghost", "small")}>
            <ListTree aria-hidden className="size-3.5 shrink-0" />
            Trace
          </Link>
        </>
      )}
    </div>
  );
}

function textOf(run: PaneRun, choice: ChoiceView): string {
  return [wholeContent(run, choice), ...choice.toolCalls.map((call) => `${call.name}(${call.arguments})`)]
    .filter(Boolean)
    .join("\n\n");
}
