"use client";

import { MessageSquareHeart } from "lucide-react";
import Link from "next/link";

import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { Button, buttonClass } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { callsPath } from "@/lib/format/address";
import { shellWord } from "@/lib/format/shell-word";
import type { FeedbackView } from "@/lib/filter/feedback-view";

import type { ChangeFeedbackView } from "./use-feedback-view";
import type { useFeedbackRows } from "./use-feedback-rows";

const noFilter: Partial<FeedbackView> = {
  q: "",
  type: "",
  value: "",
  who: "",
  on: "",
  from: null,
  to: null,
  range: null,
};

interface ListEndProps {
  projectId: string;
  serviceUrl: string;
  view: FeedbackView;
  list: ReturnType<typeof useFeedbackRows>;
  onChange: ChangeFeedbackView;
}

/** What stands after the last row: rows to come, a failure, or why there are none. */
export function ListEnd({ projectId, serviceUrl, view, list, onChange }: ListEndProps) {
  const { rows, error, isReading, retry } = list;
  if (error) return <ErrorState title={error.message} error={error} onRetry={retry} retrying={isReading} />;
  if (isReading && (rows.length === 0 || list.hasMore))
    return <TableSkeleton rows={rows.length === 0 ? 12 : 3} label="Reading feedback" />;
  if (rows.length > 0) return undefined;
  const { sort: _, ...chosen } = view;
  const isFiltered = Object.values(chosen).some((one) => one !== "" && one !== null);
  if (isFiltered)
    return (
      <EmptyState title="No feedback matches" description="Nothing in this project fits all that is chosen above.">
        <Button onClick={() => onChange(noFilter)}>Show all feedback</Button>
      </EmptyState>
    );
  return (
    <EmptyState
      icon={MessageSquareHeart}
      title="No feedback yet"
      description="Reactions, notes and annotations on calls and objects of this project are listed here. Give some on a call's page, or send it from a program:"
    >
      <CodeBlock code={snippetFor(projectId, serviceUrl)} label="Feedback from a program" />
      <Link href={callsPath(projectId)} className={buttonClass()}>
        Open traces
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
