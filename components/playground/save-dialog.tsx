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
import { failureWords } from "@/lib/client/failure-words";
import { NAME_CHARS } from "@/lib/contract/limits";
import { versionName } from "@/lib/contract/version-name";
import type { PlaygroundDocument } from "@/lib/playground/document";
import { writePreset } from "@/lib/playground/preset";
import { savePreset } from "@/lib/queries/presets";

interface SaveDialogProps {
  projectId: string;
  document: PlaygroundDocument;
  /** The name under which it was last opened or saved. */
  name: string;
  /** Also called if the dialog has been closed by then. */
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
    if (save.isPending) return;
    setProblem(undefined);
    try {
      // Whether the error is shown in the dialog, which may have been closed by then.
      let isShown = false;
      const saved = save.mutateAsync(
        { name: name.trim(), val: writePreset(document) },
        { onSuccess: onClose, onError: () => (isShown = true) },
      );
      saved.then(
        ({ version_index: version }) => {
          toast({ title: `Saved ${versionName(version)} of ${name.trim()}` });
          draft.clear();
          onSaved(name.trim());
        },
        (error: Error) =>
          isShown || toast({ title: failureWords(error, "Could not save the playground"), tone: "error" }),
      );
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
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
              maxLength={NAME_CHARS}
              onChange={(event) => draft.setText(event.target.value)}
            />
          )}
        </Field>
        <DraftNote draft={draft} />
        {problem && <InlineBanner tone="error">Could not save the playground: {problem}</InlineBanner>}
        {save.error && (
          <InlineBanner tone="error">{failureWords(save.error, "Could not save the playground")}</InlineBanner>
        )}
        <span>
          <Button type="submit" variant="primary" busy={save.isPending} disabled={name.trim() === ""}>
            Save
          </Button>
        </span>
      </form>
    </Dialog>
  );
}
