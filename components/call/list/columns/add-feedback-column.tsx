"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";

import { itemClass } from "@/components/ui/menu-class";
import { feedbackFields } from "@/lib/queries/call-extras";
import { useId } from "react";

import { withColumn } from "./add-column";
import { fieldWords } from "./feedback-value";
import type { ListLayout } from "./use-list-layout";

const offered = 8;

interface AddFeedbackColumnProps {
  projectId: string;
  layout: ListLayout["layout"];
}

/** Adds a sortable column for values of a project's feedback on calls. */
export function AddFeedbackColumn({ projectId, layout: [layout, setLayout] }: AddFeedbackColumnProps) {
  const { data = [] } = useQuery(feedbackFields(projectId));
  const fields = data.filter((field) => !layout.shown.includes(field)).slice(0, offered);
  const headingId = useId();
  if (fields.length === 0) return undefined;
  return (
    <div className="mt-1 border-t border-line pt-1">
      <h3 id={headingId} className="px-2 py-1 text-meta text-muted">
        Add a feedback column
      </h3>
      <ul aria-labelledby={headingId}>
        {fields.map((field) => (
          <li key={field}>
            <button
              type="button"
              onClick={() => setLayout(withColumn(layout, field))}
              className={`${itemClass} w-full hover:bg-hover`}
            >
              <Plus aria-hidden className="size-3.5 shrink-0 text-muted" />
              <bdi className="truncate">{fieldWords(field)}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
