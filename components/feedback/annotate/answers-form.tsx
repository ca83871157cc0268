"use client";

import { useQuery } from "@tanstack/react-query";

import { Button } from "@/components/ui/button";
import { leaveBox } from "@/components/ui/boxes";
import { DraftNote } from "@/components/ui/draft-note";
import { Kbd } from "@/components/ui/kbd";
import { onSubmit } from "@/components/ui/on-submit";
import { useShortcuts } from "@/components/ui/shortcuts";

import { annotationSpecs } from "@/lib/queries/annotations";
import type { FeedbackRow, FeedbackSubject } from "@/lib/queries/feedback";

import { SaveState } from "../save-state";
import { FieldControl } from "./field-control";
import { NewSpec } from "./new-spec";
import { useAnswers } from "./use-answers";

/** The form with every annotation of the project; the user's earlier answers are filled in, and updated on save. */
export function AnswersForm({ subject, rows }: { subject: FeedbackSubject; rows: readonly FeedbackRow[] }) {
  const { data: specs, error } = useQuery(annotationSpecs(subject.projectId));
  const form = useAnswers({ subject, specs: specs ?? [], rows, onSaved: leaveBox });
  useShortcuts("Annotations", [
    { keys: "mod+enter", description: "Save answers", run: () => form.submit(), whileTyping: true },
  ]);
  return (
    <form onSubmit={onSubmit(() => form.submit())} className="grid gap-3">
      <div className="grid gap-3 p-0.5">
        {form.answers.map(({ spec, draft, shownProblems }) => (
          <FieldControl
            key={spec.id}
            field={{ ...spec.field, description: spec.description ?? spec.field.description }}
            label={spec.name}
            draft={draft}
            onChange={(next) => form.change(spec.id, next)}
            path=""
            problems={shownProblems}
          />
        ))}
        {specs?.length === 0 && (
          <p className="text-muted">
            This project has no annotations yet. Create one that asks for a score, a choice, text, or any JSON.
          </p>
        )}
        {error && !specs && <p className="text-meta text-error">Could not load annotations: {error.message}</p>}
      </div>
      <div className="sticky bottom-0 flex justify-end gap-2 border-t border-line bg-raised pt-2 max-sm:static">
        <NewSpec projectId={subject.projectId} />
        <Button type="submit" busy={form.isSaving} disabled={!form.hasChanges}>
          {form.isSaving ? "Saving" : "Save answers"}
          {!form.isSaving && <Kbd keys="mod+enter" />}
        </Button>
      </div>
      <DraftNote draft={form.kept} />
      <SaveState isSaving={form.isSaving} error={form.error} />
    </form>
  );
}
