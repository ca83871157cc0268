"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { onSubmit } from "@/components/ui/on-submit";
import { toast } from "@/components/ui/toast-store";
import { useFormDraft } from "@/components/ui/use-draft";
import { failureWords } from "@/lib/client/failure-words";
import { NAME_CHARS } from "@/lib/contract/limits";
import type { TrainedModel } from "@/lib/contract/training";
import { modelsList } from "@/lib/queries/models";
import { createTrainedModel } from "@/lib/queries/training";
import { baseModelsList } from "@/lib/queries/training-runner";

interface NewModelDialogProps {
  projectId: string;
  onClose: () => void;
  onMade: (model: TrainedModel) => void;
}

/** Creates a trainable model: a name and a base model. */
export function NewModelDialog({ projectId, onClose, onMade }: NewModelDialogProps) {
  const draft = useFormDraft(`new model:${projectId}`, { name: "", base: "" });
  const { name, base } = draft.fields;
  const [isTried, setTried] = useState(false);
  const known = useId();
  const { data: callable = [] } = useQuery(modelsList(projectId));
  const { data: trainable = [] } = useQuery(baseModelsList());
  const offered = trainable.length > 0 ? trainable : callable.map(({ id }) => id);
  const make = useMutation(createTrainedModel());
  const submit = () => {
    setTried(true);
    if (base.trim() === "" || make.isPending) return;
    const input = { project_id: projectId, base_model: base.trim(), ...(name.trim() ? { name: name.trim() } : {}) };
    const made = make.mutateAsync(input, {
      onSuccess: (model) => {
        toast({ title: `Created ${model.name}` });
        onMade(model);
      },
    });
    // Also runs after the dialog has been closed; an error is shown in it.
    made.then(draft.clear, () => undefined);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="New trainable model">
      <form className="grid gap-3" onSubmit={onSubmit(submit)}>
        <Field
          label="Base model"
          hint={
            trainable.length > 0
              ? "One of the models that the runner names, or another one that it can train."
              : "The runner's name for the model, such as Qwen/Qwen3-14B."
          }
          error={isTried && base.trim() === "" ? "Enter the base model" : undefined}
        >
          {(control) => (
            <Input
              {...control}
              value={base}
              list={known}
              autoComplete="off"
              maxLength={NAME_CHARS}
              onChange={(event) => draft.change({ base: event.target.value })}
            />
          )}
        </Field>
        <datalist id={known}>
          {offered.map((id) => (
            <option key={id} value={id} aria-label={id} />
          ))}
        </datalist>
        <Field label="Name" hint="If empty, a name is generated from the base model.">
          {(control) => (
            <Input
              {...control}
              value={name}
              autoComplete="off"
              maxLength={NAME_CHARS}
              onChange={(event) => draft.change({ name: event.target.value })}
            />
          )}
        </Field>
        <DraftNote draft={draft} />
        {make.error && (
          <InlineBanner tone="error">{failureWords(make.error, "Could not create the model")}</InlineBanner>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={make.isPending}>
            {make.isPending ? "Creating" : "Create model"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
