"use client";

import { useEffect, useRef, type KeyboardEvent, type SubmitEvent } from "react";

import { Button } from "@/components/ui/button";
import { leaveBox } from "@/components/ui/boxes";
import { DraftNote } from "@/components/ui/draft-note";
import { Kbd } from "@/components/ui/kbd";
import { useShortcuts } from "@/components/ui/shortcuts";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast-store";
import { useDraft } from "@/components/ui/use-draft";
import { toJsonText } from "@/lib/json/text";
import { type FeedbackSubject } from "@/lib/queries/feedback";
import { newFeedback } from "@/lib/queries/new-feedback";

import { NOTE } from "@/lib/format/feedback-words";
import { noteShortcut, useNoteWish } from "./note-wish";
import { SaveState } from "./save-state";
import { isSubmitKey } from "./submit-key";
import { useAddFeedback } from "./use-feedback";

/** Adds a note. The text is kept until it is saved, and the page's shortcuts work again as soon as it is sent. */
export function NoteForm({ subject }: { subject: FeedbackSubject }) {
  const draft = useDraft(`note:${subject.ref}`);
  const { text, setText } = draft;
  const add = useAddFeedback(subject);
  const field = useRef<HTMLTextAreaElement>(null);
  useShortcuts("Feedback", [{ ...noteShortcut, run: () => field.current?.focus() }]);
  const wish = useNoteWish();
  useEffect(() => {
    if (wish?.take()) field.current?.focus();
  }, [wish]);
  const submit = () => {
    if (text.trim() === "" || add.isPending) return;
    leaveBox();
    // A promise, since another call may be open by the time of the response.
    add.mutateAsync(newFeedback(NOTE, toJsonText({ note: text }))).then(draft.clear, ({ message }: Error) => {
      if (!field.current) toast({ title: "Note not saved; the draft is kept", description: message, tone: "error" });
    });
  };
  return (
    <form
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        submit();
      }}
      className="grid gap-2"
    >
      <div className="flex items-end gap-2">
        <Textarea
          ref={field}
          aria-label="Note"
          placeholder="Add a note…"
          rows={2}
          value={text}
          // Read-only while saving: text typed in the meantime could not be distinguished from the sent text.
          readOnly={add.isPending}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event: KeyboardEvent) => {
            if (!isSubmitKey(event)) return;
            event.preventDefault();
            submit();
          }}
          className="min-h-12 flex-1"
        />
        <Button type="submit" busy={add.isPending} disabled={text.trim() === ""}>
          {add.isPending ? "Saving" : "Add note"}
          {!add.isPending && <Kbd keys="mod+enter" />}
        </Button>
      </div>
      <DraftNote draft={draft} onDiscard={() => field.current?.focus()} />
      <SaveState isSaving={add.isPending} error={add.error} />
    </form>
  );
}
