"use client";

import { useId, type Dispatch } from "react";

import { Textarea } from "@/components/ui/textarea";
import type { PlaygroundDocument } from "@/lib/playground/document";
import type { Edit } from "@/lib/playground/edit";
import { variableNames } from "@/lib/playground/variables";

interface VariablesProps {
  document: PlaygroundDocument;
  edit: Dispatch<Edit>;
}

/** A field for each `{{name}}` in the turns; renders nothing if there are none. */
export function Variables({ document: { turns, variables }, edit }: VariablesProps) {
  const id = useId();
  const names = variableNames(turns);
  if (names.length === 0) return null;
  return (
    <section aria-label="Variables" className="grid gap-2 border-b border-line bg-raised px-4 py-2">
      <h2 className="text-label text-muted">Variables</h2>
      {names.map((name, index) => {
        const value = variables[name] ?? "";
        return (
          <div key={name} className="grid grid-cols-[minmax(0,8rem)_minmax(0,1fr)] items-start gap-x-3">
            <label htmlFor={`${id}-${index}`} className="truncate py-1 font-mono text-meta" title={name}>
              {name}
            </label>
            <Textarea
              id={`${id}-${index}`}
              dir="auto"
              rows={1}
              value={value}
              placeholder={`If empty, {{${name}}} is sent unchanged`}
              onChange={(event) => edit({ type: "variable", name, value: event.target.value })}
              className="max-h-40 min-h-7 resize-none [field-sizing:content]"
            />
          </div>
        );
      })}
    </section>
  );
}
