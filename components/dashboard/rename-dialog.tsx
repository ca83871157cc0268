"use client";

import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { onSubmit } from "@/components/ui/on-submit";
import { useDraft } from "@/components/ui/use-draft";
import type { ReadDashboard } from "@/lib/queries/dashboards";

import type { ChangeState } from "./use-change";

interface RenameDialogProps {
  projectId: string;
  dashboard: ReadDashboard;
  change: ChangeState;
  onClose: () => void;
}

export function RenameDialog({ projectId, dashboard, change, onClose }: RenameDialogProps) {
  const draft = useDraft(`dashboard:${projectId}:${dashboard.id}:name`, dashboard.value.name, dashboard.digest);
  const [problem, setProblem] = useState<string>();
  const submit = () => {
    const name = draft.text.trim();
    if (name === "") return setProblem("Enter a name");
    const done = () => {
      draft.clear();
      onClose();
    };
    // Errors are shown above the buttons.
    change.save({ ...dashboard.value, name }, "Renamed the dashboard").then(done, () => undefined);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Rename dashboard">
      <form className="grid gap-4" noValidate onSubmit={onSubmit(submit)}>
        <Field label="Name" error={problem}>
          {(control) => (
            <Input
              {...control}
              value={draft.text}
              autoComplete="off"
              onChange={(event) => {
                setProblem(undefined);
                draft.setText(event.target.value);
              }}
            />
          )}
        </Field>
        <DraftNote draft={draft} />
        {change.error && <InlineBanner tone="error">Could not save the dashboard: {change.error.message}</InlineBanner>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={change.isPending}>
            {change.isPending ? "Saving" : "Rename"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
