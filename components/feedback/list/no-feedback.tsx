"use client";

import { MessageSquareHeart } from "lucide-react";
import Link from "next/link";

import { Button, buttonClass } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { EmptyState } from "@/components/ui/empty-state";
import { callsPath } from "@/lib/format/address";
import { shellWord } from "@/lib/format/shell-word";
import { ALL_FEEDBACK, type FeedbackView } from "@/lib/filter/feedback-view";

import type { ChangeFeedbackView } from "./use-feedback-view";

const { sort: _, ...noFilter } = ALL_FEEDBACK;

interface NoFeedbackProps {
  projectId: string;
  serviceUrl: string;
  view: FeedbackView;
  onChange: ChangeFeedbackView;
}

/** Why there is no feedback to list, and what to do. */
export function NoFeedback({ projectId, serviceUrl, view, onChange }: NoFeedbackProps) {
  const { sort: _, ...chosen } = view;
  const isFiltered = Object.values(chosen).some((one) => one !== "" && one !== null);
  if (isFiltered)
    return (
      <EmptyState title="No feedback matches" description="No feedback in this project matches the filters above.">
        <Button onClick={() => onChange(noFilter)}>Show all feedback</Button>
      </EmptyState>
    );
  return (
    <EmptyState
      icon={MessageSquareHeart}
      title="No feedback yet"
      description="Reactions, notes and answers about this project's calls and objects appear here. Add feedback on a call page, or send it from a program:"
    >
      <CodeBlock code={snippetFor(projectId, serviceUrl)} label="Command" />
      <Link href={callsPath(projectId)} className={buttonClass()}>
        View traces
      </Link>
    </EmptyState>
  );
}

function snippetFor(projectId: string, serviceUrl: string): string {
  const record = {
    project_id: projectId,
    core_ref: `core:///${projectId}/call/CALL_ID`,
    feedback_type: "core.reaction.1",
    payload: { emoji: "👍" },
  };
  return `curl ${shellWord(`${serviceUrl}/feedback/create`)} -u "api:$LOUPE_API_KEY" \\
  -H "content-type: application/json" \\
  -d ${shellWord(JSON.stringify(record))}`;
}
