"use client";

import { ArrowLeft } from "lucide-react";
import { useRef, useState } from "react";

import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { leaveBox } from "@/components/ui/boxes";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { Kbd } from "@/components/ui/kbd";
import { onSubmit } from "@/components/ui/on-submit";
import { useShortcuts } from "@/components/ui/shortcuts";
import { Textarea } from "@/components/ui/textarea";
import { useDraft } from "@/components/ui/use-draft";
import { toJsonText } from "@/lib/json/text";
import { callRef } from "@/lib/contract/refs";
import type { AnnotationSpec } from "@/lib/feedback/annotation-spec";
import { draftItems } from "@/lib/feedback/form-draft";
import type { Queue } from "@/lib/feedback/queue";
import { NOTE } from "@/lib/format/feedback-words";
import { newFeedback } from "@/lib/queries/new-feedback";

import { FieldControl } from "../annotate/field-control";
import { optionsOf } from "../annotate/scale";
import { useAnswers } from "../annotate/use-answers";
import { SaveState } from "../save-state";
import { useFeedbackList } from "../use-feedback";

interface QueueFormProps {
  projectId: string;
  callId: string;
  queue: Queue;
  specs: readonly AnnotationSpec[];
  /** Absent for the first call. */
  onBack: (() => void) | undefined;
  onSkip: () => void;
  onSaved: () => void;
}

/** The questions of a queue about one call, answered with digit keys. */
export function QueueForm({ projectId, callId, queue, specs, onBack, onSkip, onSaved }: QueueFormProps) {
  const subject = { projectId, ref: callRef(projectId, callId) };
  const list = useFeedbackList(subject);
  const links = { trigger_ref: queue.ref };
  const noteField = useRef<HTMLTextAreaElement>(null);
  const noteDraft = useDraft(`note:${subject.ref}`);
  const note = noteDraft.text;
  const [isEmpty, setEmpty] = useState(false);
  const form = useAnswers({
    subject,
    specs,
    rows: list.data ?? [],
    links,
    onSaved: () => {
      noteDraft.clear();
      leaveBox();
      onSaved();
    },
  });
  const mostDigits = Math.min(9, Math.max(0, ...specs.map(({ field }) => optionsOf(field).length)));
  const withDigits = form.answers.filter(({ spec }) => optionsOf(spec.field).length > 0);
  const [chosenId, setChosenId] = useState<string>();
  const active = withDigits.find(({ spec }) => spec.id === chosenId) ?? withDigits[0];
  const activeAt = active ? withDigits.indexOf(active) : -1;
  const moveTo = (index: number) =>
    setChosenId(withDigits[Math.max(0, Math.min(index, withDigits.length - 1))]?.spec.id);

  const choose = (digit: number) => {
    const option = active && optionsOf(active.spec.field)[digit - 1];
    if (!active || !option) return;
    if (active.spec.field.kind === "choices") {
      const chosen = draftItems(active.draft);
      const isOn = chosen.includes(option.raw);
      form.change(active.spec.id, isOn ? chosen.filter((one) => one !== option.raw) : [...chosen, option.raw]);
      return;
    }
    form.change(active.spec.id, option.raw);
    moveTo(activeAt + 1);
  };
  const save = () => {
    const text = note.trim() === "" ? [] : [newFeedback(NOTE, toJsonText({ note }), links)];
    const isAnswered = text.length > 0 || form.answers.some(({ json, problems }) => json ?? problems.length > 0);
    setEmpty(!isAnswered);
    if (isAnswered) form.submit(text);
  };
  useShortcuts("Queue", [
    ...Array.from({ length: mostDigits }, (_, index) => ({
      keys: String(index + 1),
      description: index === 0 ? "Choose an answer by its number" : `Choose answer ${index + 1}`,
      run: () => choose(index + 1),
    })),
    { keys: "j", description: "Next question", run: () => moveTo(activeAt + 1) },
    { keys: "k", description: "Previous question", run: () => moveTo(activeAt - 1) },
    { keys: "n", description: "Write a note", run: () => noteField.current?.focus() },
    {
      keys: "enter",
      description: "Save and continue",
      run: ({ target }) => {
        // Enter activates a focused button or link.
        const pressed = target instanceof HTMLElement ? target.closest<HTMLElement>("a, button, [role=tab]") : null;
        if (pressed) pressed.click();
        else save();
      },
    },
    { keys: "mod+enter", description: "Save and continue", run: save, whileTyping: true },
    { keys: "s", description: "Skip", run: onSkip },
    { keys: "arrowleft", description: "Previous call", run: () => onBack?.() },
  ]);
  return (
    <form aria-label="Questions" className="grid gap-3" onSubmit={onSubmit(save)}>
      {form.answers.length === 0 && (
        <p className="text-muted">
          This queue's annotations no longer exist in the project. Create a new queue, or recreate the annotations.
        </p>
      )}
      {form.answers.map(({ spec, draft, shownProblems }) => {
        const isActive = spec.id === active?.spec.id;
        return (
          <div
            key={spec.id}
            onFocus={() => setChosenId(spec.id)}
            className={cn(
              "rounded-control border-l-2 py-1 pl-3",
              isActive ? "border-accent-ring" : "border-transparent",
            )}
          >
            <FieldControl
              field={{ ...spec.field, description: spec.description ?? spec.field.description }}
              label={spec.name}
              draft={draft}
              onChange={(next) => form.change(spec.id, next)}
              path=""
              problems={shownProblems}
              hasDigits={isActive}
            />
          </div>
        );
      })}
      <div className="pl-3.5">
        <Field label="Note">
          {(control) => (
            <Textarea
              {...control}
              ref={noteField}
              rows={2}
              value={note}
              readOnly={form.isSaving}
              onChange={(event) => noteDraft.setText(event.target.value)}
            />
          )}
        </Field>
      </div>
      <DraftNote
        draft={{
          restoredAt: form.kept.restoredAt ?? noteDraft.restoredAt,
          isKept: form.kept.isKept && noteDraft.isKept,
          clear: () => {
            form.kept.clear();
            noteDraft.clear();
          },
        }}
        className="pl-3.5"
      />
      {isEmpty && (
        <p role="alert" className="text-meta text-error">
          Answer a question, write a note, or skip this call.
        </p>
      )}
      <SaveState isSaving={form.isSaving} error={form.error} />
      <div className="flex flex-wrap items-center gap-2">
        <Button icon={ArrowLeft} onClick={onBack} disabled={!onBack}>
          Back
        </Button>
        <Button onClick={onSkip} className="ml-auto">
          Skip <Kbd keys="s" />
        </Button>
        <Button type="submit" variant="primary" busy={form.isSaving}>
          {form.isSaving ? "Saving" : "Save and continue"}
          {!form.isSaving && <Kbd keys="enter" />}
        </Button>
      </div>
    </form>
  );
}
