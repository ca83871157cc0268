"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { onSubmit } from "@/components/ui/on-submit";
import { toast } from "@/components/ui/toast-store";
import { useDraft } from "@/components/ui/use-draft";
import type { PlaygroundDocument } from "@/lib/playground/document";
import { writePreset } from "@/lib/playground/preset";
import { savePreset } from "@/lib/queries/presets";

interface SaveDialogProps {
  projectId: string;
  document: PlaygroundDocument;
  /** The name under which it was last opened or saved. */
  name: string;
  onSaved: (name: string) => void;
  onClose: () => void;
}

/** Saves the playground as a version of an object. */
export function SaveDialog({ projectId, document, name: before, onSaved, onClose }: SaveDialogProps) {
  const draft = useDraft(`playground name:${projectId}`, before);
  const name = draft.text;
  const [problem, setProblem] = useState<string>();
  const save = useMutation(savePreset(projectId));
  const submit = () => {
    setProblem(undefined);
    try {
      save.mutate(
        { name: name.trim(), val: writePreset(document) },
        {
          onSuccess: ({ version_index: version }) => {
            toast({ title: `Saved ${name.trim()}, version ${version}` });
            draft.clear();
            onSaved(name.trim());
          },
        },
      );
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const failure = problem ?? save.error?.message;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Save playground"
      description="Saves the conversation, models, parameters and variables as an object in this project."
    >
      <form className="grid gap-3" onSubmit={onSubmit(submit)}>
        <Field label="Name" hint="Reusing a name creates a new version.">
          {(control) => (
            <Input
              {...control}
              value={name}
              required
              maxLength={128}
              onChange={(event) => draft.setText(event.target.value)}
            />
          )}
        </Field>
        <DraftNote draft={draft} />
        {failure && <InlineBanner tone="error">Could not save the playground: {failure}</InlineBanner>}
        <span>
          <Button type="submit" variant="primary" busy={save.isPending} disabled={name.trim() === ""}>
            Save
          </Button>
        </span>
      </form>
    </Dialog>
  );
}
