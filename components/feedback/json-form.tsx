"use client";

import { useState } from "react";

import { Button } from "@/components/ui/button";
import { leaveBox } from "@/components/ui/boxes";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";
import { onSubmit } from "@/components/ui/on-submit";
import { Textarea } from "@/components/ui/textarea";
import { useFormDraft } from "@/components/ui/use-draft";
import { type FeedbackSubject } from "@/lib/queries/feedback";
import { newFeedback } from "@/lib/queries/new-feedback";

import { readObject } from "./read-object";
import { SaveState } from "./save-state";
import { isSubmitKey } from "./submit-key";
import { useAddFeedback } from "./use-feedback";

/** Writes feedback of any type; the JSON is sent exactly as it was typed. */
export function JsonForm({ subject }: { subject: FeedbackSubject }) {
  const draft = useFormDraft(`custom:${subject.ref}`, { type: "", text: "" });
  const { type, text } = draft.fields;
  const [isTried, setTried] = useState(false);
  const add = useAddFeedback(subject);
  const read = readObject(text);
  // An empty field shows no error yet.
  const error = "error" in read && (isTried || text.trim() !== "") ? read.error : undefined;
  const submit = () => {
    setTried(true);
    if ("error" in read || add.isPending) return;
    leaveBox();
    add.mutateAsync(newFeedback(type.trim() || "custom", read.json)).then(
      () => {
        draft.clear();
        setTried(false);
      },
      // The form shows the error.
      () => undefined,
    );
  };
  return (
    <form onSubmit={onSubmit(submit)} className="grid gap-2">
      <div className="grid gap-2 sm:grid-cols-[160px_minmax(0,1fr)]">
        <Field label="Type">
          {(control) => (
            <Input
              {...control}
              value={type}
              placeholder="custom"
              readOnly={add.isPending}
              autoComplete="off"
              onChange={(event) => draft.change({ type: event.target.value })}
            />
          )}
        </Field>
        <Field label="JSON" error={error}>
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              value={text}
              placeholder={'{"score": 0.9}'}
              spellCheck={false}
              readOnly={add.isPending}
              onChange={(event) => draft.change({ text: event.target.value })}
              onKeyDown={(event) => {
                if (!isSubmitKey(event)) return;
                event.preventDefault();
                submit();
              }}
              className="font-mono text-meta"
            />
          )}
        </Field>
      </div>
      <div className="flex justify-end">
        <Button type="submit" busy={add.isPending}>
          {add.isPending ? "Saving" : "Add feedback"}
          {!add.isPending && <Kbd keys="mod+enter" />}
        </Button>
      </div>
      <DraftNote draft={draft} />
      <SaveState isSaving={add.isPending} error={add.error} />
    </form>
  );
}
