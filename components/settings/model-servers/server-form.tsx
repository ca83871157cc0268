"use client";

import { useMutation } from "@tanstack/react-query";

import { Button } from "@/components/ui/button";
import { DraftNote } from "@/components/ui/draft-note";
import { InlineBanner } from "@/components/ui/inline-banner";
import { onSubmit as submitForm } from "@/components/ui/on-submit";
import { inSentence } from "@/lib/format/in-sentence";
import { CONNECTION_HEADERS } from "@/lib/contract/limits";
import { testModelServer } from "@/lib/queries/connections";

import { KeyField } from "../secrets/key-field";
import { SecretRows } from "../secrets/secret-rows";
import { FIELD_LABELS, presetOf, withProvider } from "./server-draft";
import { MainFields, MoreFields, OfferFields } from "./server-fields";
import { TestResult } from "./test-result";
import type { Conflict, ServerForm as Form } from "./use-server-form";

interface ServerFormProps {
  form: Form;
  busy: boolean;
  /** Why it could not be saved, unless a field shows that. */
  problem: string | undefined;
  onSubmit: () => void;
  onCancel: () => void;
}

/** The form of a model server: where it is, its key, what it offers to whom; it can be tested before it is saved. */
export function ServerForm({ form, busy, problem, onSubmit, onCancel }: ServerFormProps) {
  const { draft, before, secrets, placed, conflict } = form;
  const { fields, problems } = draft;
  const test = useMutation(testModelServer());
  const isNew = before === undefined;
  const preset = presetOf(fields.provider);
  const change: Form["change"] = (next) => {
    test.reset();
    form.change(next);
  };
  const changeSecrets: Form["changeSecrets"] = (next) => {
    test.reset();
    form.changeSecrets(next);
  };
  const runTest = () => {
    const request = form.readTest();
    if (request) test.mutate(request, { onSuccess: form.showTest, onError: (failure) => void form.refuse(failure) });
  };
  const shared = { fields, problems, onChange: change };
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={submitForm(() => {
        if (!busy) onSubmit();
      })}
    >
      <MainFields {...shared} onProvider={(next) => change(isNew ? withProvider(fields, next) : { provider: next })} />
      <KeyField
        label="Key"
        stored={before?.has_key ? before : undefined}
        isRequired={preset?.needsKey ?? false}
        change={secrets.key}
        error={placed.key}
        onChange={(key) => changeSecrets({ key })}
      />
      <OfferFields {...shared} />
      <SecretRows
        legend="Additional headers"
        noun="header"
        label="Header"
        placeholder="x-team"
        hint="Sent with every request. Their values are stored encrypted, like the key."
        most={CONNECTION_HEADERS}
        rows={secrets.headers}
        areKept
        problem={placed.headers}
        problems={placed.header}
        onChange={(headers) => changeSecrets({ headers })}
      />
      <MoreFields {...shared} isNew={isNew} />
      <DraftNote draft={draft} onDiscard={form.discard}>
        <span>Keys and headers are not part of it.</span>
        {form.isOutdated && <span>The model server has changed since; compare before you save.</span>}
      </DraftNote>
      <TestResult result={test.data} error={test.error} isPending={test.isPending} />
      {conflict && <ConflictNote conflict={conflict} />}
      {problem !== undefined && <InlineBanner tone="error">{problem}</InlineBanner>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button className="mr-auto" busy={test.isPending} onClick={runTest}>
          {test.isPending ? "Testing" : "Test"}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? "Saving" : isNew ? "Add model server" : "Save"}
        </Button>
      </div>
    </form>
  );
}

function ConflictNote({ conflict: { taken, both, hasOtherKey } }: { conflict: Conflict }) {
  const words = (fields: readonly (keyof typeof FIELD_LABELS)[]) =>
    fields.map((field) => inSentence(FIELD_LABELS[field])).join(", ");
  return (
    <InlineBanner tone="warning">
      Somebody else changed this model server while you were editing it; nothing of yours has been saved yet.
      {taken.length > 0 && ` Their changes are now in the form: ${words(taken)}.`}
      {both.length > 0 && ` You both changed: ${words(both)}. Saving replaces theirs with yours.`}
      {hasOtherKey && " They also changed the key."} Check the form and save again.
    </InlineBanner>
  );
}
