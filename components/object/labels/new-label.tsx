"use client";

import { type SubmitEvent, useState } from "react";

import { Button } from "@/components/ui/button";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useDraft } from "@/components/ui/use-draft";
import { labelProblem } from "@/lib/contract/label-name";
import type { ObjectVersion } from "@/lib/contract/objects";

interface NewLabelProps {
  version: ObjectVersion;
  /** Moves the label to the version; returns whether that succeeded. */
  onAdd: (label: string) => Promise<boolean>;
}

/** Types a label, to put it on the version. */
export function NewLabel({ version, onAdd }: NewLabelProps) {
  const draft = useDraft(`label:${version.project_id}:${version.object_id}`);
  const [problem, setProblem] = useState<string>();
  const label = draft.text.trim();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = labelProblem(label);
    setProblem(found === undefined ? undefined : `The label ${found}.`);
    if (found !== undefined) return;
    void onAdd(label).then((isAdded) => {
      if (isAdded) draft.clear();
    });
  };
  return (
    <form onSubmit={submit}>
      <Field label="New label" error={problem}>
        {(control) => (
          <span className="flex gap-2">
            <Input
              {...control}
              value={draft.text}
              placeholder="canary"
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => {
                setProblem(undefined);
                draft.setText(event.target.value);
              }}
            />
            <Button type="submit" disabled={label === ""}>
              Add
            </Button>
          </span>
        )}
      </Field>
      <DraftNote draft={draft} />
    </form>
  );
}
