"use client";

import { Field } from "@/components/ui/field";
import { Fold } from "@/components/ui/fold";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";

import type { RunnerFields, RunnerProblems } from "./runner-draft";

interface RayFieldsProps {
  fields: RunnerFields;
  problems: RunnerProblems;
  onChange: (change: Partial<RunnerFields>) => void;
}

const amounts = [
  { field: "cpus", label: "CPUs" },
  { field: "gpus", label: "GPUs" },
  { field: "memory", label: "Memory in bytes" },
] as const;
const documents = [
  { field: "runtimeEnv", label: "Runtime environment", placeholder: '{"pip": ["torch"]}' },
  { field: "resources", label: "Custom resources", placeholder: '{"accelerator_type:A100": 1}' },
] as const;

/** What only Ray has: the command, and what it needs to run. */
export function RayFields({ fields, problems, onChange }: RayFieldsProps) {
  const hasMore = [...amounts, ...documents].some(({ field }) => fields[field] !== "" || problems[field]);
  const more = <MoreFields fields={fields} problems={problems} onChange={onChange} />;
  return (
    <>
      <Field
        label="Entrypoint"
        hint="Shell command that Ray runs on the cluster for each job, in a folder with the job’s request.json. The program must be in the cluster’s image, or installed by the runtime environment."
        error={problems.entrypoint}
      >
        {(control) => (
          <Input
            {...control}
            value={fields.entrypoint}
            autoComplete="off"
            spellCheck={false}
            placeholder="python -m trainer"
            className="font-mono"
            onChange={(event) => onChange({ entrypoint: event.target.value })}
          />
        )}
      </Field>
      {hasMore ? more : <Fold summary="Resources and runtime environment">{more}</Fold>}
    </>
  );
}

function MoreFields({ fields, problems, onChange }: RayFieldsProps) {
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-3">
        {amounts.map(({ field, label }) => (
          <Field key={field} label={label} error={problems[field]}>
            {(control) => (
              <Input
                {...control}
                value={fields[field]}
                inputMode="decimal"
                autoComplete="off"
                onChange={(event) => onChange({ [field]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      {documents.map(({ field, label, placeholder }) => (
        <Field
          key={field}
          label={label}
          hint={
            field === "runtimeEnv"
              ? "JSON as in Ray’s documentation, visible to admins. Variables are entered below, where their values are encrypted."
              : "JSON with an amount for each resource."
          }
          error={problems[field]}
        >
          {(control) => (
            <Textarea
              {...control}
              value={fields[field]}
              spellCheck={false}
              placeholder={placeholder}
              className="font-mono text-meta"
              onChange={(event) => onChange({ [field]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
