"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState, type SubmitEvent } from "react";

import type { ColumnLayout } from "@/components/data-table/column-layout";
import { Button } from "@/components/ui/button";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useDraft } from "@/components/ui/use-draft";
import { fieldAt, fieldNamed, shortPath } from "@/lib/filter/fields";
import { payloadPaths } from "@/lib/queries/call-facets";
import type { CallsListParams } from "@/lib/queries/calls";

import { isAddable, type ListLayout } from "./use-list-layout";

interface AddColumnProps {
  params: CallsListParams;
  layout: ListLayout["layout"];
}

/** Adds a column for any attribute, by its short name or its path, or value inside inputs, output or summary. */
export function AddColumn({ params, layout: [layout, setLayout] }: AddColumnProps) {
  const listId = useId();
  const draft = useDraft(`column:${params.projectId}`);
  const typed = draft.text;
  const [error, setError] = useState<string>();
  const { data: paths = [] } = useQuery(payloadPaths(params));
  const names = new Set(paths.map((path) => nameOf(shortPath(path))));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { path } = fieldNamed(typed.trim()) ?? {};
    if (path === undefined || !isAddable(path)) {
      setError("Enter an attribute or a path, such as acme.tier or output.choices.0.message.content");
      return;
    }
    setLayout(withColumn(layout, path));
    draft.clear();
  };
  return (
    <form onSubmit={submit} className="mt-1 border-t border-line px-2 pt-2">
      <Field label="Add a column" error={error}>
        {(control) => (
          <span className="flex gap-2">
            <Input
              {...control}
              list={listId}
              value={typed}
              placeholder="acme.tier or inputs.question"
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
        {[...names].map((one) => (
          <option key={one}>{one}</option>
        ))}
      </datalist>
    </form>
  );
}

const nameOf = (path: string) => fieldAt(path)?.name ?? path;

/** The layout with a column added at its end. */
export function withColumn(layout: ColumnLayout, path: string): ColumnLayout {
  return { ...layout, shown: [...layout.shown.filter((one) => one !== path), path] };
}
