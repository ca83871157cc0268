"use client";

import { X } from "lucide-react";
import { useId } from "react";

import { Checkbox } from "@/components/ui/checkbox";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { ANYWHERE, type Draft, type DraftCondition, type DraftPath, EXPRESSION, problemOf } from "@/lib/filter/builder";
import { type Field, FIELDS, fieldNamed } from "@/lib/filter/fields";
import type { Comparison } from "@/lib/filter/filter";
import { COMPARABLE } from "@/lib/filter/parse-filter";

const words: Record<Comparison, string> = {
  is: "is",
  like: "matches",
  contains: "contains",
  ">": "more than",
  ">=": "at least",
  "<": "less than",
  "<=": "at most",
  exists: "exists",
};
const INSIDE = "inside";
const fieldOptions = [
  { value: ANYWHERE, label: "text in any field" },
  ...FIELDS.map(({ name }) => ({ value: name, label: name })),
  { value: INSIDE, label: "payload or attribute…" },
  { value: EXPRESSION, label: "$expr" },
];
const patternExample = "support.*";
const examples: Record<Field["type"], string> = {
  text: "one or more, separated by commas",
  choice: "one or more, separated by commas",
  number: "100",
  duration: "2s",
  time: "today, 2h (ago), 2026-11-20 or 2026-11-20T14:00Z",
  json: 'text, 5, true or null; quote "5" to match text',
};

/** Changes the part at a path; undefined removes it. */
export type ChangeAt = (path: DraftPath, change: (part: Draft) => Draft | undefined) => void;

interface BuilderConditionProps {
  condition: DraftCondition;
  path: DraftPath;
  onChange: ChangeAt;
}

export function BuilderCondition({ condition, path, onChange }: BuilderConditionProps) {
  const listId = useId();
  const errorId = useId();
  const { field: name, comparison, value, isNot } = condition;
  const change = (next: Partial<DraftCondition>) => onChange(path, () => ({ ...condition, ...next }));
  const isNamed = fieldOptions.some((option) => option.value === name);
  const field = fieldNamed(name);
  const comparisons = name === ANYWHERE || name === EXPRESSION ? [] : COMPARABLE[field?.type ?? "json"];
  const problem = problemOf(condition);
  const chooseField = (next: string) => {
    const chosen = next === INSIDE ? "inputs." : next;
    const type = fieldNamed(chosen)?.type ?? "json";
    const fits = COMPARABLE[type].includes(comparison);
    change({ field: chosen, value: "", comparison: fits ? comparison : (COMPARABLE[type][0] ?? "is") });
  };
  return (
    <div role="group" aria-label={`Condition ${path.map((place) => place + 1).join(".")}`} className="grid gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <Checkbox checked={isNot} onCheckedChange={(next) => change({ isNot: next === true })}>
          not
        </Checkbox>
        <Select
          aria-label="Field"
          options={fieldOptions}
          value={isNamed ? name : INSIDE}
          onValueChange={chooseField}
          className="w-36"
        />
        {!isNamed && (
          <Input
            aria-label="Value path"
            value={name}
            onChange={(event) => change({ field: event.target.value })}
            spellCheck={false}
            className="w-44 font-mono text-meta"
          />
        )}
        {comparisons.length > 0 && (
          <Select
            aria-label="Comparison"
            options={comparisons.map((one) => ({ value: one, label: words[one] }))}
            value={comparison}
            onValueChange={(next) => change({ comparison: next })}
            className="w-28"
          />
        )}
        {comparison !== "exists" && (
          <Input
            aria-label="Value"
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? errorId : undefined}
            list={field?.choices ? listId : undefined}
            value={value}
            placeholder={comparison === "like" ? patternExample : field && examples[field.type]}
            onChange={(event) => change({ value: event.target.value })}
            spellCheck={false}
            className="min-w-32 flex-1"
          />
        )}
        {field?.choices && (
          <datalist id={listId}>
            {field.choices.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </datalist>
        )}
        <IconButton icon={X} label="Remove condition" size="small" onClick={() => onChange(path, () => undefined)} />
      </div>
      {problem && (
        <p id={errorId} className="text-meta text-error">
          {problem}
        </p>
      )}
    </div>
  );
}
