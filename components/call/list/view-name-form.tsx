"use client";

import { useMutation } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { saveView, type SavedView } from "@/lib/queries/saved-views";

const maxChars = 120;

interface ViewNameFormProps {
  projectId: string;
  /** With its id: the one that gets another name. */
  view: Omit<SavedView, "id"> & { id?: string };
  action: string;
  onDone?: () => void;
}

/** Names a view and saves it. */
export function ViewNameForm({ projectId, view, action, onDone }: ViewNameFormProps) {
  const [label, setLabel] = useState(view.label);
  const save = useMutation(saveView(projectId));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (label.trim() === "" || save.isPending) return;
    save.mutate(
      { ...view, label: label.trim() },
      {
        onSuccess: () => {
          if (!view.id) setLabel("");
          onDone?.();
        },
      },
    );
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
              onChange={(event) => setLabel(event.target.value)}
            />
            <Button type="submit" busy={save.isPending} disabled={label.trim() === ""}>
              Save
            </Button>
          </span>
        )}
      </Field>
    </form>
  );
}
