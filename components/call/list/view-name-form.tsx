"use client";

import { useMutation } from "@tanstack/react-query";
import type { SubmitEvent } from "react";

import { Button } from "@/components/ui/button";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useDraft } from "@/components/ui/use-draft";
import { saveView, type SavedView } from "@/lib/queries/saved-views";

const maxChars = 120;

interface ViewNameFormProps {
  projectId: string;
  /** With its id: the view to rename. */
  view: Omit<SavedView, "id"> & { id?: string };
  action: string;
  onDone?: () => void;
}

/** Names a view and saves it. */
export function ViewNameForm({ projectId, view, action, onDone }: ViewNameFormProps) {
  // Of the view to rename, or of the filters to save.
  const draft = useDraft(`view:${projectId}:${view.id ?? view.search}`, view.label);
  const label = draft.text;
  const save = useMutation(saveView(projectId));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (label.trim() === "" || save.isPending) return;
    // Also runs after the list of views has been closed; an error is shown in it.
    save.mutateAsync({ ...view, label: label.trim() }, { onSuccess: onDone }).then(draft.clear, () => undefined);
  };
  return (
    <form onSubmit={submit}>
      <Field label={action} error={save.error?.message}>
        {(control) => (
          <span className="flex gap-2">
            <Input
              {...control}
              value={label}
              maxLength={maxChars}
              placeholder="Name"
              autoComplete="off"
              onChange={(event) => draft.setText(event.target.value)}
            />
            <Button type="submit" busy={save.isPending} disabled={label.trim() === ""}>
              Save
            </Button>
          </span>
        )}
      </Field>
      <DraftNote draft={draft} />
    </form>
  );
}
