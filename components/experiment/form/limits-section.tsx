"use client";

import type { ReactNode } from "react";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { EXPERIMENT_PARALLEL, EXPERIMENT_REPETITIONS, NAME_CHARS } from "@/lib/contract/limits";

import type { FormFields } from "./form-fields";
import { Section } from "./section";

/** The name of the experiment, and how much it sends. */
export function LimitsSection({ fields, problems, name, onChange }: FormFields & { name: string }) {
  const number = (field: "repetitions" | "parallel" | "budget", label: string, hint: ReactNode) => (
    <Field label={label} hint={hint} error={problems[field]}>
      {(control) => (
        <Input
          {...control}
          inputMode={field === "budget" ? "decimal" : "numeric"}
          autoComplete="off"
          value={fields[field]}
          placeholder={field === "budget" ? "No limit" : undefined}
          onChange={(event) => onChange({ [field]: event.target.value })}
          className="tabular-nums"
        />
      )}
    </Field>
  );
  return (
    <Section title="Run">
      <Field label="Name" error={problems.name}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={NAME_CHARS}
            value={fields.name}
            placeholder={name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        {number("repetitions", "Repetitions", `How often each row is run, up to ${EXPERIMENT_REPETITIONS}`)}
        {number("parallel", "Requests at once", `Up to ${EXPERIMENT_PARALLEL}`)}
        {number("budget", "Budget in USD", "Pauses once its completions cost this much")}
      </div>
    </Section>
  );
}
