"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";

import { type AlertDraft, type Problems, unitOf } from "./alert-draft";
import { WINDOWS, windowWords } from "./windows";

const types = [
  { value: "threshold", label: "The value is" },
  { value: "change", label: "Compared with last week it is" },
] as const;
const comparisons = [
  { value: "above", label: "above" },
  { value: "below", label: "below" },
] as const;

interface ConditionFieldsProps {
  fields: Readonly<AlertDraft>;
  problems: Problems;
  onChange: (change: Partial<AlertDraft>) => void;
}

/** When an alert fires: what the value is compared with, and in which windows. */
export function ConditionFields({ fields, problems, onChange }: ConditionFieldsProps) {
  const unit = unitOf(fields);
  const isKnown = WINDOWS.some(({ value }) => value === fields.windowSeconds);
  const other = { value: fields.windowSeconds, label: windowWords(Number(fields.windowSeconds)) };
  const offered = isKnown ? WINDOWS : [...WINDOWS, other];
  return (
    <>
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-[2fr_1fr_1fr]">
        <Field label="Fires if">
          {(control) => (
            <Select
              {...control}
              options={types}
              value={fields.type === "change" ? "change" : "threshold"}
              onValueChange={(type) => onChange({ type })}
              className="w-full"
            />
          )}
        </Field>
        <Field label="Comparison">
          {(control) => (
            <Select
              {...control}
              options={comparisons}
              value={fields.comparison === "below" ? "below" : "above"}
              onValueChange={(comparison) => onChange({ comparison })}
              className="w-full"
            />
          )}
        </Field>
        <Field
          label={unit ? `Threshold (${unit})` : "Threshold"}
          error={problems.limit}
          hint={fields.type === "change" ? "A decrease is negative." : undefined}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              value={fields.limit}
              onChange={(event) => onChange({ limit: event.target.value })}
            />
          )}
        </Field>
      </div>
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-3">
        <Field label="Window">
          {(control) => (
            <Select
              {...control}
              options={offered}
              value={fields.windowSeconds}
              onValueChange={(windowSeconds) => onChange({ windowSeconds })}
              className="w-full"
            />
          )}
        </Field>
        <Field label="Consecutive windows" error={problems.consecutive}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              value={fields.consecutive}
              onChange={(event) => onChange({ consecutive: event.target.value })}
            />
          )}
        </Field>
        <Field label="Delay (seconds)" error={problems.delaySeconds} hint="How long to wait for late calls">
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              value={fields.delaySeconds}
              onChange={(event) => onChange({ delaySeconds: event.target.value })}
            />
          )}
        </Field>
      </div>
    </>
  );
}
