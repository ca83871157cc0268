"use client";

import { useState } from "react";
import { v7 as uuidV7 } from "uuid";

import { Button } from "@/components/ui/button";
import { CallsFilterField } from "@/components/ui/calls-filter-field";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { onSubmit as submitForm } from "@/components/ui/on-submit";
import { Select } from "@/components/ui/select";
import { useCheckedDraft } from "@/components/ui/use-draft";
import { useNow } from "@/components/ui/use-now";
import { useTimeZone } from "@/components/ui/use-time-zone";
import { ApiError } from "@/lib/client/api-error";
import { NAME_CHARS } from "@/lib/contract/limits";
import type { ScoringDefinition, ScoringRule } from "@/lib/contract/scoring";

import { definitionOf, draftOf, newDraft, problemsOf, type RuleDraft } from "./rule-draft";
import { scorerIn, UNITS } from "./rule-words";
import { ScorerField } from "./scorer-field";

interface RuleFormProps {
  projectId: string;
  rule: ScoringRule | undefined;
  /** What a new rule begins with. */
  start: Partial<RuleDraft>;
  busy: boolean;
  /** The error of the last attempt. */
  error: Error | null;
  /** Resolves when it has been saved; a new rule that is sent again has the same id. */
  onSubmit: (definition: ScoringDefinition, newId: string) => Promise<unknown>;
  onCancel: () => void;
}

const filterHints: Readonly<Record<string, string>> = {
  traces: "Selects root calls, as in the trace list. If empty, all are scored.",
  calls: "Selects calls, as in the trace list. If empty, all are scored.",
  threads: "Selects threads by their last turn, as in the trace list. If empty, all are scored.",
};

/** The form of a scoring rule: which scorer scores which calls. */
export function RuleForm({ projectId, rule, start, busy, error, onSubmit, onCancel }: RuleFormProps) {
  const zone = useTimeZone();
  const now = useNow();
  const [newId, setNewId] = useState<string>();
  const initial = rule ? draftOf(rule.definition) : newDraft(start);
  // A rule that another page has asked for is a subject of its own: the draft of another new one does not replace it.
  const subject = rule?.id ?? ["new", ...Object.values(start)].join(":");
  const draft = useCheckedDraft(`scoring rule:${projectId}:${subject}`, initial);
  const { fields, problems, setProblems } = draft;
  const name = fields.scorer === "" ? "" : scorerIn(fields.scorer).name;
  const change = (next: Partial<RuleDraft>) => {
    // Another rule has another id.
    setNewId(undefined);
    draft.change(next);
  };
  const submit = () => {
    if (busy) return;
    const read = definitionOf(fields, { clock: { now, zone }, name, before: rule?.definition });
    setProblems("problems" in read ? read.problems : {});
    if ("problems" in read) return;
    const id = newId ?? uuidV7();
    setNewId(id);
    // An error without a field is shown above the buttons.
    onSubmit(read.definition, id).then(draft.clear, (failure: unknown) =>
      setProblems(failure instanceof ApiError ? problemsOf(failure.errors) : {}),
    );
  };
  const text = (field: "name" | "quietMinutes" | "sampling" | "budget", label: string, hint: string) => (
    <Field label={label} hint={hint} error={problems[field]}>
      {(control) => (
        <Input
          {...control}
          value={fields[field]}
          autoComplete="off"
          maxLength={NAME_CHARS}
          inputMode={field === "name" ? undefined : field === "quietMinutes" ? "numeric" : "decimal"}
          placeholder={field === "name" ? name || "Politeness of answers" : field === "budget" ? "No limit" : undefined}
          onChange={(event) => change({ [field]: event.target.value })}
          className={field === "name" ? undefined : "tabular-nums"}
        />
      )}
    </Field>
  );
  return (
    <form className="grid gap-4" noValidate onSubmit={submitForm(submit)}>
      <ScorerField
        projectId={projectId}
        chosen={fields.scorer}
        error={problems.scorer}
        onChange={(scorer) => change({ scorer })}
      />
      {text("name", "Name", "Defaults to the name of the scorer")}
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-[2fr_1fr]">
        <Field
          label="What is scored"
          error={problems.unit}
          hint="Calls are scored once they have ended. Those of experiments, evaluations and judges are not."
        >
          {(control) => (
            <Select
              {...control}
              options={UNITS}
              value={UNITS.find(({ value }) => value === fields.unit)?.value ?? "traces"}
              onValueChange={(unit) => change({ unit })}
              className="w-full"
            />
          )}
        </Field>
        {fields.unit === "threads" &&
          text("quietMinutes", "Quiet for, minutes", "Score a thread after this long without a new turn")}
      </div>
      <CallsFilterField
        text={fields.filter}
        error={problems.filter}
        hint={filterHints[fields.unit] ?? ""}
        onChange={(filter) => change({ filter })}
      />
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        {text("sampling", "Sampling, %", "Percentage of matching calls to score")}
        {text("budget", "Budget in USD", "Pauses when the judge has cost this much")}
      </div>
      {rule && (
        <p className="text-meta text-muted">Applies to new calls. Calls already queued keep the old settings.</p>
      )}
      <DraftNote draft={draft} />
      {error && <InlineBanner tone="error">Could not save the rule: {error.message}</InlineBanner>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? "Saving" : rule ? "Save rule" : "Create rule"}
        </Button>
      </div>
    </form>
  );
}
