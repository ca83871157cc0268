"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { useDraft } from "@/components/ui/use-draft";
import { offerUndo, undoWith } from "@/components/undo/pending-undos";
import { ApiError } from "@/lib/client/api-error";
import { JsonNode } from "@/lib/json/node";
import { toJsonText } from "@/lib/json/text";
import { type AnnotationSpec, annotationType, isAnnotationType } from "@/lib/feedback/annotation-spec";
import { type Draft, type DraftProblem, draftOf, writeDraft } from "@/lib/feedback/form-draft";
import { type Answer, saveAnswers } from "@/lib/queries/annotations";
import {
  createBody,
  type FeedbackLinks,
  type FeedbackRow,
  type FeedbackSubject,
  type NewFeedback,
  purgeBody,
} from "@/lib/queries/feedback";
import { newFeedback } from "@/lib/queries/new-feedback";
import { ownKey } from "@/lib/queries/keys";
import { counted } from "@/lib/format/number";

import { parseDrafts } from "./parse-drafts";

const SERVER_VALUE = /^payload\.value\.?/;

interface AnswersOptions {
  subject: FeedbackSubject;
  specs: readonly AnnotationSpec[];
  /** The feedback given so far, oldest first. */
  rows: readonly FeedbackRow[];
  /** Further refs of every answer. */
  links?: FeedbackLinks;
  onSaved?: () => void;
}

/** The answers of a form about one subject: they start from the user's earlier ones and are kept until saved. */
export function useAnswers({ subject, specs, rows, links, onSaved }: AnswersOptions) {
  const { data: own } = useQuery(ownKey());
  const draft = useDraft(`annotate:${subject.ref}`);
  const [isTried, setTried] = useState(false);
  const save = useMutation(saveAnswers(subject));
  const typed = parseDrafts(draft.text);
  const answers = specs.map((spec) => {
    const given =
      own && rows.findLast((row) => isAnnotationType(row.feedback_type, spec.id) && row.ext_user_id === own.owner);
    const value = given?.payload && JsonNode.parse(given.payload).get("value");
    const isTyped = Object.hasOwn(typed, spec.id);
    const answer = isTyped ? typed[spec.id] : value && draftOf(spec.field, value);
    const { json, problems } = writeDraft(spec.field, answer);
    // An invalid answer has no JSON, and neither has a question without an earlier answer.
    const isChanged = isTyped && (problems.length > 0 || json?.text !== value?.raw);
    return { spec, given, draft: answer, json, problems, isChanged };
  });
  const changed = answers.filter((answer) => answer.isChanged);
  const refused = save.error instanceof ApiError ? save.error.errors : [];
  const refusedHere = (index: number): DraftProblem[] =>
    // Only with a single answer is it clear which one was rejected.
    changed.length === 1 && answers[index] === changed[0]
      ? refused.flatMap(({ path, message }) =>
          SERVER_VALUE.test(path) ? [{ path: path.replace(SERVER_VALUE, ""), message }] : [],
        )
      : [];

  const submit = (additional: readonly NewFeedback[] = []) => {
    setTried(true);
    if (save.isPending || changed.some(({ problems }) => problems.length > 0)) return;
    const toSave = changed.flatMap(({ spec, given, json }): Answer[] => {
      if (!json) return [];
      const record = newFeedback(annotationType(spec.id), toJsonText({ value: json }), {
        ...links,
        annotation_ref: spec.ref,
      });
      return [{ record: given?.id ? { ...record, id: given.id } : record, replaced: given }];
    });
    toSave.push(...additional.map((record) => ({ record, replaced: undefined })));
    if (toSave.length === 0) {
      onSaved?.();
      return;
    }
    save.mutate(toSave, {
      onSuccess: () => {
        draft.clear();
        setTried(false);
        offerTakeBack(subject, toSave);
        onSaved?.();
      },
    });
  };

  return {
    answers: answers.map((answer, index) => ({
      ...answer,
      shownProblems: [...(isTried ? answer.problems : []), ...refusedHere(index)],
    })),
    hasChanges: changed.some(({ json, problems }) => json !== undefined || problems.length > 0),
    change: (id: string, answer: Draft) =>
      draft.setText((now) => JSON.stringify({ ...parseDrafts(now), [id]: answer ?? "" })),
    kept: draft,
    submit,
    isSaving: save.isPending,
    error: save.error,
  };
}

function offerTakeBack(subject: FeedbackSubject, saved: readonly Answer[]): void {
  const requests = saved.map(({ record, replaced }) => {
    if (replaced?.id === undefined || !replaced.feedback_type || !replaced.payload)
      return undoWith("feedbackPurge", purgeBody(subject, record.id));
    const { id, feedback_type: feedbackType, payload, creator, annotation_ref, trigger_ref } = replaced;
    const before = createBody(subject, { id, feedbackType, payload, links: { creator, annotation_ref, trigger_ref } });
    return undoWith("feedbackReplace", { ...before, feedback_id: id });
  });
  offerUndo({
    // Of several answers saved in quick succession, only the last can be undone.
    id: "answers",
    title: `Saved ${counted(saved.length, "answer")}`,
    requests,
    refreshes: ["feedback"],
  });
}
