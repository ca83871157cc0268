"use client";

import type { ReactNode } from "react";

import { ModelPicker } from "@/components/parameters/model-picker";
import { Checkbox } from "@/components/ui/checkbox";
import { CodeEditor } from "@/components/ui/code-editor";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { SCORER_TEXT_CHARS } from "@/lib/contract/limits";
import { type FieldProblems, messagesOf, SCORER_TYPES, type ScorerField, type ScorerFields } from "@/lib/scorer/form";

import { JudgeMessages } from "./judge-messages";

interface ScorerFieldsProps {
  fields: ScorerFields;
  problems: FieldProblems;
  onChange: (next: Partial<ScorerFields>) => void;
}

/** What a scorer computes: its type, and the settings of that type. */
export function ScorerForm({ fields, problems, onChange }: ScorerFieldsProps) {
  return (
    <>
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-meta font-medium">Type</legend>
        {SCORER_TYPES.map(({ type, label, meaning }) => (
          <label key={type} className="flex items-baseline gap-2">
            <input
              type="radio"
              name="scorer-type"
              value={type}
              checked={fields.type === type}
              onChange={() => onChange({ type })}
              className="translate-y-0.5 accent-(--accent-ring)"
            />
            <span className="min-w-0">
              {label} <span className="text-meta text-muted">{meaning}</span>
            </span>
          </label>
        ))}
        {problems.type && <p className="text-meta text-error">{problems.type}</p>}
      </fieldset>
      <Settings fields={fields} problems={problems} onChange={onChange} />
    </>
  );
}

function Settings({ fields, problems, onChange }: ScorerFieldsProps) {
  const input = (field: ScorerField, label: string, hint?: string, placeholder?: string) => (
    <Field label={label} hint={hint} error={problems[field]}>
      {(control) => (
        <Input
          {...control}
          value={fields[field]}
          autoComplete="off"
          maxLength={SCORER_TEXT_CHARS}
          placeholder={placeholder}
          className={field === "pattern" ? "font-mono" : undefined}
          onChange={(event) => onChange({ [field]: event.target.value })}
        />
      )}
    </Field>
  );
  const ignoreCase = (
    <Checkbox
      checked={fields.ignore_case === "yes"}
      onCheckedChange={(checked) => onChange({ ignore_case: checked ? "yes" : "" })}
    >
      Ignore case
    </Checkbox>
  );
  switch (fields.type) {
    case "exact":
      return ignoreCase;
    case "contains":
      return (
        <>
          {input("text", "Text", "If empty, the expected answer of the row")}
          {ignoreCase}
        </>
      );
    case "regex":
      return (
        <>
          {input("pattern", "Pattern", "A JavaScript regular expression", String.raw`^\d{4}$`)}
          {ignoreCase}
        </>
      );
    case "json_schema":
      return (
        <div className="grid grid-cols-1 gap-1">
          <span aria-hidden className="text-meta font-medium">
            Schema
          </span>
          <CodeEditor
            label="Schema"
            value={fields.schema}
            onChange={(schema) => onChange({ schema })}
            error={problems.schema}
            placeholder={'{"type": "object", "required": ["city"]}'}
            minHeight={160}
            maxHeight={480}
          />
        </div>
      );
    case "number":
      return input("tolerance", "Tolerance", "If given, the score is whether the difference is at most this");
    case "latency":
      return input("most_ms", "At most, in milliseconds", "If given, the score is whether it took at most this long");
    case "cost":
      return input("most_usd", "At most, in USD", "If given, the score is whether it cost at most this");
    default:
      return <JudgeSettings fields={fields} problems={problems} onChange={onChange} input={input} />;
  }
}

interface JudgeSettingsProps extends ScorerFieldsProps {
  input: (field: ScorerField, label: string) => ReactNode;
}

const scores = [
  { value: "boolean", label: "True or false" },
  { value: "number", label: "Number" },
] as const;

function JudgeSettings({ fields, problems, onChange, input }: JudgeSettingsProps) {
  const score = fields.score === "number" ? "number" : "boolean";
  return (
    <>
      <div className="grid gap-1">
        <span aria-hidden className="text-meta font-medium">
          Model
        </span>
        <div className="flex">
          <ModelPicker
            label="Model of the judge"
            model={fields.model}
            problem={problems.model}
            onChange={(model) => onChange({ model })}
          />
        </div>
        {problems.model && <p className="text-meta text-error">{problems.model}</p>}
      </div>
      <JudgeMessages
        messages={messagesOf(fields)}
        problem={problems.messages}
        onChange={(messages) => onChange({ messages: JSON.stringify(messages) })}
      />
      <div className="grid justify-items-start gap-1">
        <span aria-hidden className="text-meta font-medium">
          Score
        </span>
        <ToggleGroup
          label="Score"
          options={scores}
          value={score}
          onValueChange={(next) => onChange({ score: next })}
          className="inline-flex h-7 overflow-hidden rounded-control border border-line-strong"
        />
      </div>
      {score === "number" && (
        <div className="grid grid-cols-2 gap-3">
          {input("lowest", "Lowest")}
          {input("highest", "Highest")}
        </div>
      )}
      <Field label="Temperature" hint="Lower is more deterministic; 0 if empty" error={problems.temperature}>
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            value={fields.temperature}
            onChange={(event) => onChange({ temperature: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
