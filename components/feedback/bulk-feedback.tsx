"use client";

import { useMutation } from "@tanstack/react-query";
import { MessageSquarePlus } from "lucide-react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { DraftNote } from "@/components/ui/draft-note";
import { onSubmit } from "@/components/ui/on-submit";
import { Popover } from "@/components/ui/popover";
import { Textarea } from "@/components/ui/textarea";
import { useDraft } from "@/components/ui/use-draft";
import { offerUndo, undoWith } from "@/components/undo/pending-undos";
import { type JsonText, toJsonText } from "@/lib/json/text";
import { callRef } from "@/lib/contract/refs";
import { feedbackWords, NOTE, REACTION } from "@/lib/format/feedback-words";
import { counted, formatCount } from "@/lib/format/number";
import { createFeedbackOnAll, purgeManyBody } from "@/lib/queries/feedback";
import { newFeedback } from "@/lib/queries/new-feedback";

import { EmojiPalette } from "./emoji-palette";
import { SaveState } from "./save-state";
import { MAY_NOT_ANNOTATE, useFeedbackRights } from "./use-feedback-rights";

interface BulkFeedbackProps {
  projectId: string;
  callIds: readonly string[];
}

/** The same reaction or note on several calls at once; one undo removes all of it. */
export function BulkFeedback({ projectId, callIds }: BulkFeedbackProps) {
  const [isOpen, setOpen] = useState(false);
  const { mayAdd } = useFeedbackRights(projectId);
  return (
    <Popover
      label="Feedback on the selected calls"
      open={isOpen}
      onOpenChange={setOpen}
      className="grid w-80 gap-3"
      trigger={
        <Button
          variant="ghost"
          icon={MessageSquarePlus}
          disabled={!mayAdd}
          title={mayAdd ? undefined : MAY_NOT_ANNOTATE}
        >
          Add feedback
        </Button>
      }
    >
      <BulkForm projectId={projectId} callIds={callIds} onDone={() => setOpen(false)} />
    </Popover>
  );
}

function BulkForm({ projectId, callIds, onDone }: BulkFeedbackProps & { onDone: () => void }) {
  // Keyed by project, since a selection does not outlive the page. A draft written for another selection is marked.
  const selection = callIds.toSorted().join(",");
  const draft = useDraft(`note on several:${projectId}`, "", selection);
  const note = draft.text;
  const [refused, setRefused] = useState<Error | null>(null);
  const add = useMutation(createFeedbackOnAll());
  const give = (type: string, payload: JsonText) => {
    const added = callIds.map((callId) => ({
      subject: { projectId, ref: callRef(projectId, callId) },
      feedback: newFeedback(type, payload),
    }));
    setRefused(null);
    // A promise, since the popover may be closed by the time of the response; undo must still be offered.
    add.mutateAsync(added).then(
      ({ res }) => {
        const stored = added.filter((_, index) => !res[index]?.error).map(({ feedback }) => feedback.id);
        const problem = res.find(({ error }) => error)?.error;
        if (problem) setRefused(new Error(`${formatCount(added.length - stored.length)} rejected: ${problem.message}`));
        if (stored.length === 0) return;
        offerUndo({
          id: `feedback ${stored[0] ?? ""}`,
          title: `Added ${feedbackWords(type, payload)} to ${counted(stored.length, "call")}`,
          requests: [undoWith("feedbackPurge", purgeManyBody(projectId, stored))],
          refreshes: ["feedback"],
        });
        if (problem) return;
        // A reaction keeps the note that is being written.
        if (type === NOTE) draft.clear();
        onDone();
      },
      // The form shows the error.
      () => undefined,
    );
  };
  return (
    <>
      <EmojiPalette
        draftKey={`reaction on several:${projectId}`}
        onPick={(emoji) => give(REACTION, toJsonText({ emoji }))}
      />
      <form
        className="grid gap-2 border-t border-line pt-2"
        onSubmit={onSubmit(() => {
          if (note.trim() !== "") give(NOTE, toJsonText({ note }));
        })}
      >
        <Textarea
          aria-label="Note on the selected calls"
          placeholder="Add a note to each…"
          value={note}
          readOnly={add.isPending}
          onChange={(event) => draft.setText(event.target.value)}
        />
        <div className="flex justify-end">
          <Button type="submit" busy={add.isPending} disabled={note.trim() === ""}>
            Add note to {counted(callIds.length, "call")}
          </Button>
        </div>
        <DraftNote draft={draft}>
          {draft.restoredAbout !== selection && <span>This draft was written for another selection.</span>}
        </DraftNote>
        <SaveState isSaving={add.isPending} error={add.error ?? refused} />
      </form>
    </>
  );
}
