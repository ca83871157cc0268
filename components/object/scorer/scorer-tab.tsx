"use client";

import dynamic from "next/dynamic";
import { useEffect, useRef } from "react";

import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { ObjectVersion } from "@/lib/contract/objects";
import { readScorer } from "@/lib/scorer/stored-scorer";

import { wasSaved } from "../prompt/saved-version";
import { ScorerView } from "./scorer-view";

const ScorerEditor = dynamic(async () => (await import("./scorer-editor")).ScorerEditor, {
  ssr: false,
  loading: () => (
    <div role="status" aria-label="Loading the editor" className="grid gap-2 p-4">
      <Skeleton className="w-1/3" />
      <Skeleton className="w-1/2" />
    </div>
  ),
});

interface ScorerTabProps {
  version: ObjectVersion;
  isEditing: boolean;
  /** Opens or closes the editor; undefined if the user may not publish. */
  onEdit: ((isEditing: boolean) => void) | undefined;
}

/** A version of a scorer, to read or to edit in place. */
export function ScorerTab({ version, isEditing, onEdit }: ScorerTabProps) {
  const { digest, project_id: projectId } = version;
  const scorer = readScorer(version.val);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    // The editor is gone, and the focus that was in it.
    if (!isEditing && (wasEditing.current || wasSaved(digest))) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing, digest]);
  if (!scorer)
    return <EmptyState title="Not a valid scorer" description="Its definition can be read and corrected as JSON." />;
  if (isEditing && onEdit)
    return <ScorerEditor key={digest} projectId={projectId} base={{ version, scorer }} onClose={() => onEdit(false)} />;
  return <ScorerView scorer={scorer} editButton={editButton} onEdit={onEdit && (() => onEdit(true))} />;
}
