"use client";

import { MEASURES } from "@/lib/contract/metrics";
import { isCost, isFeedback, type MetricDraft, type MetricProblems } from "@/lib/filter/metric-draft";
import { MEASURE_NAMES } from "@/lib/format/alert-words";

import { CallsFilterField } from "./calls-filter-field";
import { Field } from "./field";
import { Input } from "./input";
import { Select } from "./select";

const measures = MEASURES.map((measure) => ({ value: measure, label: MEASURE_NAMES[measure] }));

interface MetricFieldsProps {
  fields: Readonly<MetricDraft>;
  problems: MetricProblems;
  /** What becomes of relative times in the filter, where there can be any. */
  timesHint?: string;
  onChange: (change: Partial<MetricDraft>) => void;
}

/** What is measured, and of which calls. */
export function MetricFields({ fields, problems, timesHint = "", onChange }: MetricFieldsProps) {
  const text =
    (field: "currency" | "feedbackType" | "feedbackValue", placeholder: string) => (control: { id: string }) => (
      <Input
        {...control}
        value={fields[field]}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={placeholder}
        onChange={(event) => onChange({ [field]: event.target.value })}
      />
    );
  return (
    <>
      <Field label="Metric">
        {(control) => (
          <Select
            {...control}
            options={measures}
            value={measures.find(({ value }) => value === fields.measure)?.value ?? "calls"}
            onValueChange={(measure) => onChange({ measure })}
            className="w-full"
          />
        )}
      </Field>
      {isCost(fields.measure) && (
        <Field label="Currency" error={problems.currency}>
          {text("currency", "USD")}
        </Field>
      )}
      {isFeedback(fields.measure) && (
        <div className="grid grid-cols-2 gap-2">
          <Field label="Feedback type" hint="All types if empty.">
            {text("feedbackType", "core.reaction.1")}
          </Field>
          <Field label="Value" error={problems.feedbackValue} hint="For a share: the value that is counted.">
            {text("feedbackValue", "👎")}
          </Field>
        </div>
      )}
      <CallsFilterField
        text={fields.filter}
        error={problems.filter}
        hint={`The calls that are measured, as in the list of traces. All calls if empty; parent:none selects root calls. ${timesHint}`.trim()}
        onChange={(filter) => onChange({ filter })}
      />
    </>
  );
}
