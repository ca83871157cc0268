"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DraftNote } from "@/components/ui/draft-note";
import { onSubmit } from "@/components/ui/on-submit";
import { useFormDraft } from "@/components/ui/use-draft";
import type { Queue } from "@/lib/feedback/queue";
import { assignQueue } from "@/lib/queries/queue-changes";

import { SaveState } from "../save-state";
import { PeopleFields, peopleDraftOf, readPeople } from "./people-fields";

interface PeopleDialogProps {
  projectId: string;
  queue: Queue;
  onClose: () => void;
}

/** Changes whom the calls of a queue are for. What was answered stays. */
export function PeopleDialog({ projectId, queue, onClose }: PeopleDialogProps) {
  const draft = useFormDraft(`people:${projectId}:${queue.name}`, { ...peopleDraftOf(queue) }, queue.ref);
  const assign = useMutation(assignQueue(projectId));
  const [isTried, setTried] = useState(false);
  const { problem, ...people } = readPeople(draft.fields);
  const submit = () => {
    setTried(true);
    if (problem !== undefined || assign.isPending) return;
    const saved = assign.mutateAsync({ name: queue.name, before: queue, people }, { onSuccess: onClose });
    // An error is shown above the buttons.
    saved.then(draft.clear, () => undefined);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Assign">
      <form className="grid gap-4" noValidate onSubmit={onSubmit(submit)}>
        <PeopleFields
          projectId={projectId}
          draft={draft.fields}
          problem={isTried ? problem : undefined}
          onChange={draft.change}
        />
        <p className="text-meta text-muted">
          Calls that were answered stay with those who answered them; the others are dealt again.
        </p>
        <DraftNote draft={draft} />
        <SaveState isSaving={assign.isPending} error={assign.error} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={assign.isPending}>
            {assign.isPending ? "Saving" : "Save"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
