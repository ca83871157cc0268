"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState, type SubmitEvent } from "react";

import type { ColumnLayout } from "@/components/data-table/column-layout";
import { Button } from "@/components/ui/button";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useDraft } from "@/components/ui/use-draft";
import { isPayloadPath } from "@/lib/filter/fields";
import { payloadPaths } from "@/lib/queries/call-facets";
import type { CallsListParams } from "@/lib/queries/calls";

import type { ListLayout } from "./use-list-layout";

interface AddColumnProps {
  params: CallsListParams;
  layout: ListLayout["layout"];
}

/** Adds a column for any value inside inputs, output, attributes or summary. */
export function AddColumn({ params, layout: [layout, setLayout] }: AddColumnProps) {
  const listId = useId();
  const draft = useDraft(`column:${params.projectId}`);
  const path = draft.text;
  const [error, setError] = useState<string>();
  const { data: paths } = useQuery(payloadPaths(params));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPayloadPath(path)) {
      setError("Enter a path, such as inputs.question or output.choices.0.message.content");
      return;
    }
    setLayout(withColumn(layout, path));
    draft.clear();
  };
  return (
    <form onSubmit={submit} className="mt-1 border-t border-line px-2 pt-2">
      <Field label="Add a payload column" error={error}>
        {(control) => (
          <span className="flex gap-2">
            <Input
              {...control}
              list={listId}
              value={path}
              placeholder="inputs.question"
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
        {paths?.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </datalist>
    </form>
  );
}

/** The layout with a column added at its end. */
export function withColumn(layout: ColumnLayout, path: string): ColumnLayout {
  return { ...layout, shown: [...layout.shown.filter((one) => one !== path), path] };
}
