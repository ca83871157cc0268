"use client";

import { Button } from "@/components/ui/button";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { FIRST_GRANT, parseGrantDrafts, toGrants } from "@/components/ui/grant-draft";
import { GrantList } from "@/components/ui/grant-list";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { onSubmit } from "@/components/ui/on-submit";
import { Select } from "@/components/ui/select";
import { useFormDraft } from "@/components/ui/use-draft";
import type { NewInvitation } from "@/lib/queries/people";

import { fieldErrors } from "./field-errors";
import { useKnownProjects } from "./use-known-projects";

export { MadeInvitation } from "./made-invitation";

const empty = { roles: JSON.stringify([FIRST_GRANT]), email: "", note: "", days: "7" };
const DAYS = ["1", "7", "30"].map((value) => ({ value, label: value === "1" ? "1 day" : `${value} days` }));

interface InviteFormProps {
  hasProvider: boolean;
  busy: boolean;
  /** The error of the last attempt. */
  error: Error | null;
  onChange: () => void;
  /** Resolves when the invitation has been created. */
  onSubmit: (invitation: NewInvitation) => Promise<unknown>;
}

/** The form of a new invitation. */
export function InviteForm({ hasProvider, busy, error, onChange, onSubmit: send }: InviteFormProps) {
  const draft = useFormDraft("invitation", empty);
  const { roles, email, note, days } = draft.fields;
  const grants = parseGrantDrafts(roles) ?? [FIRST_GRANT];
  const { errorAt, message } = fieldErrors(error);
  const projects = useKnownProjects("Invite anyway");
  const change = (next: Partial<typeof empty>) => {
    onChange();
    draft.change(next);
  };
  const submit = () => {
    if (busy) return;
    const invitation = {
      roles: toGrants(grants),
      ...(hasProvider && email.trim() && { email: email.trim() }),
      ...(note.trim() && { note: note.trim() }),
      days: Number(days),
    };
    // Errors are shown above the form.
    void projects.check(invitation.roles, () => void send(invitation).then(draft.clear, () => undefined));
  };
  return (
    <form onSubmit={onSubmit(submit)} className="grid gap-4">
      {message && <InlineBanner tone="error">Could not create the invitation: {message}</InlineBanner>}
      <GrantList drafts={grants} errorAt={errorAt} onChange={(next) => change({ roles: JSON.stringify(next) })} />
      {hasProvider && (
        <Field
          label="E-mail address (optional)"
          hint="Only somebody who signs in with this address can then use the link. Loupe sends no e-mail."
          error={errorAt("email")}
        >
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="off"
              value={email}
              onChange={(event) => change({ email: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field label="Note (optional)" hint="Who it is for; only admins see it" error={errorAt("note")}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={note}
            onChange={(event) => change({ note: event.target.value })}
          />
        )}
      </Field>
      <Field label="Valid for" error={errorAt("days")}>
        {(control) => (
          <Select {...control} options={DAYS} value={days} onValueChange={(value) => change({ days: value })} />
        )}
      </Field>
      <DraftNote draft={draft} />
      {projects.question}
      <Button type="submit" variant="primary" busy={busy} className="justify-self-end">
        {busy ? "Creating invitation" : "Create invitation"}
      </Button>
    </form>
  );
}
