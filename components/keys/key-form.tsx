"use client";

import type { SubmitEvent } from "react";

import { Button } from "@/components/ui/button";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { GrantList } from "@/components/ui/grant-list";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { useDraft } from "@/components/ui/use-draft";
import { ApiError } from "@/lib/client/api-error";
import { defaultProjectOf } from "@/lib/contract/grants";
import type { NewKey } from "@/lib/queries/keys";

import { emptyKey, type KeyDraft, parseKeyDraft, placeErrors, toNewKey } from "./key-draft";

interface KeyFormProps {
  busy: boolean;
  /** The error of the last attempt, and its request. */
  error: Error | null;
  sent: NewKey | undefined;
  /** Resolves when the key has been created. */
  onSubmit: (key: NewKey) => Promise<unknown>;
}

/** The form of a new key: its owner and its roles. */
export function KeyForm({ busy, error, sent, onSubmit }: KeyFormProps) {
  const kept = useDraft("key", JSON.stringify(emptyKey));
  const draft = parseKeyDraft(kept.text);
  const onChange = (next: KeyDraft) => kept.setText(JSON.stringify(next));
  const { at, rest } = placeErrors(error instanceof ApiError ? error.errors : [], draft, sent);
  const hasPlaces = error instanceof ApiError && error.errors.length > rest.length;
  const message = rest.map(({ path, message: what }) => `${path} ${what}`).join("; ");
  return (
    <form
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (busy) return;
        // Errors are shown above the form.
        onSubmit(toNewKey(draft)).then(kept.clear, () => undefined);
      }}
      className="grid gap-4"
    >
      {error && (message || !hasPlaces) && (
        <InlineBanner tone="error">Could not create the key: {message || error.message}</InlineBanner>
      )}
      <Field
        label="Owner"
        hint="The person or program that uses the key. The name is recorded with its calls and feedback."
        error={at("owner")}
      >
        {(control) => (
          <Input
            {...control}
            value={draft.owner}
            onChange={(event) => onChange({ ...draft, owner: event.target.value })}
            required
            autoComplete="off"
            placeholder="ada"
          />
        )}
      </Field>
      <GrantList drafts={draft.grants} errorAt={at} onChange={(grants) => onChange({ ...draft, grants })} />
      <Field label="Default project (optional)" hint="Used for traces without a project" error={at("default_project")}>
        {(control) => (
          <Input
            {...control}
            value={draft.defaultProject}
            onChange={(event) => onChange({ ...draft, defaultProject: event.target.value })}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={draft.grants[0]?.pattern ? defaultProjectOf(toNewKey(draft).roles) : undefined}
          />
        )}
      </Field>
      <DraftNote draft={kept} />
      <Button type="submit" variant="primary" busy={busy} className="justify-self-end">
        {busy ? "Creating key" : "Create key"}
      </Button>
    </form>
  );
}
