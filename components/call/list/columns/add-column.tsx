"use client";

import { useQuery } from "@tanstack/react-query";

import type { ColumnLayout } from "@/components/data-table/column-layout";
import { fieldNamed, shortPath } from "@/lib/filter/fields";
import { payloadPaths } from "@/lib/queries/call-facets";
import type { CallsListParams } from "@/lib/queries/calls";

import { PathForm } from "../path-form";
import { isAddable, type ListLayout } from "./use-list-layout";

interface AddColumnProps {
  params: CallsListParams;
  layout: ListLayout["layout"];
}

/** Adds a column for any attribute, by its short name or its path, or value inside inputs, output or summary. */
export function AddColumn({ params, layout: [layout, setLayout] }: AddColumnProps) {
  const { data: paths = [] } = useQuery(payloadPaths(params));
  return (
    <div className="mt-1 border-t border-line px-2 pt-2">
      <PathForm
        label="Add a column"
        placeholder="acme.tier or inputs.question"
        draftKey={`column:${params.projectId}`}
        offered={paths.map(shortPath)}
        read={columnNamed}
        problem="Enter an attribute or a path, such as acme.tier or output.choices.0.message.content"
        onAdd={(path) => setLayout(withColumn(layout, path))}
      />
    </div>
  );
}

function columnNamed(name: string): string | undefined {
  const { path = "" } = fieldNamed(name) ?? {};
  return isAddable(path) ? path : undefined;
}

/** The layout with a column added at its end. */
export function withColumn(layout: ColumnLayout, path: string): ColumnLayout {
  return { ...layout, shown: [...layout.shown.filter((one) => one !== path), path] };
}
