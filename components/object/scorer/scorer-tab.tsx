"use client";

import dynamic from "next/dynamic";

import { EmptyState } from "@/components/ui/empty-state";
import type { ObjectVersion } from "@/lib/contract/objects";
import { readScorer } from "@/lib/scorer/stored-scorer";

import { EditorSkeleton } from "../editing/editor-skeleton";
import { useEditButton } from "../editing/use-edit-button";
import { ScorerView } from "./scorer-view";

const ScorerEditor = dynamic(async () => (await import("./scorer-editor")).ScorerEditor, {
  ssr: false,
  loading: EditorSkeleton,
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
  const editButton = useEditButton(isEditing, digest);
  if (!scorer)
    return <EmptyState title="Not a valid scorer" description="Its definition can be read and corrected as JSON." />;
  if (isEditing && onEdit)
    return <ScorerEditor key={digest} projectId={projectId} base={{ version, scorer }} onClose={() => onEdit(false)} />;
  return <ScorerView scorer={scorer} editButton={editButton} onEdit={onEdit && (() => onEdit(true))} />;
}
