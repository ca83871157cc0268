"use client";

import { useState } from "react";

import { type FormDraft, useFormDraft } from "./use-draft";

interface CheckedDraft<Field extends string> extends FormDraft<Field> {
  /** What was wrong with each field when the form was last submitted, until the field is changed. */
  problems: Partial<Record<Field, string>>;
  setProblems: (problems: Partial<Record<Field, string>>) => void;
}

/** The draft of a form whose fields are checked when it is submitted; see `useFormDraft`. */
export function useCheckedDraft<Field extends string>(
  key: string,
  initial: Readonly<Record<Field, string>>,
  about?: string,
): CheckedDraft<Field> {
  const draft = useFormDraft(key, initial, about);
  const [problems, setProblems] = useState<Partial<Record<Field, string>>>({});
  return {
    ...draft,
    problems,
    setProblems,
    change: (next) => {
      setProblems((before) => {
        const left = { ...before };
        for (const field in next) delete left[field];
        return left;
      });
      draft.change(next);
    },
  };
}
