"use client";

import { useId, useState, type SubmitEvent } from "react";

import { Button } from "@/components/ui/button";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useDraft } from "@/components/ui/use-draft";
import { fieldAt } from "@/lib/filter/fields";

interface PathFormProps {
  label: string;
  placeholder: string;
  /** The key of the draft. */
  draftKey: string;
  /** Paths that are offered, under their names in the filter's text. */
  offered: readonly string[];
  /** The path that a text means; undefined if it is none that can be added. */
  read: (typed: string) => string | undefined;
  /** The error if it is none. */
  problem: string;
  onAdd: (path: string) => void;
}

/** A field for the name or path of a value in calls, with those that occur. */
export function PathForm({ label, placeholder, draftKey, offered, read, problem, onAdd }: PathFormProps) {
  const listId = useId();
  const draft = useDraft(draftKey);
  const [error, setError] = useState<string>();
  const names = new Set(offered.map((path) => fieldAt(path)?.name ?? path));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const path = read(draft.text.trim());
    if (path === undefined) {
      setError(problem);
      return;
    }
    onAdd(path);
    draft.clear();
  };
  return (
    <form onSubmit={submit}>
      <Field label={label} error={error}>
        {(control) => (
          <span className="flex gap-2">
            <Input
              {...control}
              list={listId}
              value={draft.text}
              placeholder={placeholder}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => {
                draft.setText(event.target.value);
                setError(undefined);
              }}
              className="font-mono text-meta"
            />
            <Button type="submit">Add</Button>
          </span>
        )}
      </Field>
      <DraftNote draft={draft} />
      <datalist id={listId}>
        {[...names].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </form>
  );
}
