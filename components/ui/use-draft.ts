"use client";

import { use, useEffect, useState } from "react";

import { DraftOwner } from "./draft-owner";
import { drafts } from "./draft-store";
import { useBrowserValue } from "./use-browser-value";

const nothing = () => undefined;

/** A text that is being edited. */
export interface Draft {
  text: string;
  setText: (next: string | ((now: string) => string)) => void;
  /** Removes the draft permanently, because it was sent or discarded. Also works after the form was closed. */
  clear: () => void;
  /** When it was last changed, if the form began with a draft; milliseconds since 1970. */
  restoredAt: number | undefined;
  /** The version it was written for, if the form began with a draft that has one. */
  restoredAbout: string | undefined;
  /** False if it is too long for the browser's storage, or the storage is full or blocked. */
  isKept: boolean;
}

interface Typed {
  /** The draft's key. */
  of: string;
  /** The owner it was last stored for. */
  by: string;
  text: string | undefined;
  restoredAt: number | undefined;
  restoredAbout: string | undefined;
  isKept: boolean;
}

/**
 * Text that is being edited, kept in the browser until it is sent or discarded. It survives Escape, a click outside, a
 * reload and an expired session. Once typing has begun, nothing from outside changes it.
 *
 * `key` is its subject, so that it never appears elsewhere: `note:<ref of the call>`. `initial` is the text that the
 * form begins with and `about` the version it is written for, if that may change. It must not be used for secrets.
 */
export function useDraft(key: string, initial = "", about?: string): Draft {
  const owner = use(DraftOwner);
  const [typed, setTyped] = useState<Typed>();
  const found = useBrowserValue(() => drafts.read(owner, key), nothing);
  const kept = found?.text === initial ? undefined : found;
  const mine: Typed =
    typed?.of === key
      ? typed
      : { of: key, by: owner, text: undefined, restoredAt: kept?.at, restoredAbout: kept?.about, isKept: true };
  useEffect(() => {
    // Someone signed in on the open page with another key: typed text stays, and now belongs to them.
    if (typed?.of !== key || typed.by === owner || typed.text === undefined || typed.text === initial) return;
    drafts.keep(owner, key, written(typed.text, about));
  }, [typed, key, owner, initial, about]);
  const shown = mine.text ?? kept?.text ?? initial;
  return {
    ...mine,
    text: shown,
    restoredAt: shown === initial ? undefined : mine.restoredAt,
    setText: (next) => {
      const text = typeof next === "string" ? next : next(drafts.read(owner, key)?.text ?? initial);
      const isKept = text === initial ? drop(owner, key) : drafts.keep(owner, key, written(text, about));
      setTyped({ ...mine, by: owner, text, isKept });
    },
    clear: () => {
      drop(owner, key);
      // By now the form may have another subject.
      setTyped((now) => (now === undefined || now.of === key ? cleared(key, owner) : now));
    },
  };
}

function written(text: string, about: string | undefined) {
  return { text, at: Date.now(), ...(about === undefined ? {} : { about }) };
}

function drop(owner: string, key: string): true {
  drafts.drop(owner, key);
  return true;
}

const cleared = (of: string, by: string): Typed => ({
  of,
  by,
  text: undefined,
  restoredAt: undefined,
  restoredAbout: undefined,
  isKept: true,
});

/** Texts of several fields that are sent together. */
export interface FormDraft<Field extends string> extends Omit<Draft, "text" | "setText"> {
  fields: Readonly<Record<Field, string>>;
  change: (next: Partial<Readonly<Record<Field, string>>>) => void;
}

/** A form that is being filled in, kept like one text with `useDraft`; other values are serialized. */
export function useFormDraft<Field extends string>(
  key: string,
  initial: Readonly<Record<Field, string>>,
  about?: string,
): FormDraft<Field> {
  const { text, setText, ...draft } = useDraft(key, JSON.stringify(initial), about);
  return {
    ...draft,
    fields: readFields(text, initial),
    change: (next) => setText((now) => JSON.stringify({ ...readFields(now, initial), ...next })),
  };
}

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

function readFields<Field extends string>(
  text: string,
  initial: Readonly<Record<Field, string>>,
): Readonly<Record<Field, string>> {
  const fields: Record<Field, string> = { ...initial };
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== "object" || kept === null) return fields;
    const texts = new Map<string, unknown>(Object.entries(kept));
    for (const field in fields) {
      const value = texts.get(field);
      if (typeof value === "string") fields[field] = value;
    }
    return fields;
  } catch {
    return fields;
  }
}

/** Other drafts for the same subject: those whose keys have the prefix and are not this one. */
export function useOtherDrafts(start: string, except: string): readonly { key: string; about: string | undefined }[] {
  const owner = use(DraftOwner);
  const [now] = useState(() => drafts.under(owner, start));
  return now.flatMap(({ key, draft }) => (key === except ? [] : [{ key, about: draft.about }]));
}
