"use client";

import { useState } from "react";
import type { z } from "zod";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { onSubmit } from "@/components/ui/on-submit";
import { ApiError } from "@/lib/client/api-error";
import { browserClient } from "@/lib/client/browser-client";
import type { invitationsAcceptResponse } from "@/lib/contract/people";

interface NameFormProps {
  /** That of the invitation. */
  token: string;
  onAccepted: (accepted: z.infer<typeof invitationsAcceptResponse>) => void;
}

/** Accepts an invitation of a service without a sign-in provider, with the name that the person chooses. */
export function NameForm({ token, onAccepted }: NameFormProps) {
  const [name, setName] = useState("");
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<Error>();

  const accept = async () => {
    if (isSending) return;
    setSending(true);
    try {
      onAccepted(await browserClient.request("invitationsAccept", { token, name: name.trim() }));
    } catch (failed) {
      setError(failed instanceof Error ? failed : new Error(String(failed)));
      setSending(false);
    }
  };

  const atName = error instanceof ApiError ? error.errors.find(({ path }) => path === "name")?.message : undefined;
  return (
    <form onSubmit={onSubmit(() => void accept())} className="grid gap-4">
      {error && atName === undefined && <InlineBanner tone="error">{error.message}</InlineBanner>}
      <Field
        label="Your name"
        hint="Your feedback and traces are recorded under it. It cannot be changed later."
        error={atName}
      >
        {(control) => (
          <Input
            {...control}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setError(undefined);
            }}
            required
            autoComplete="name"
          />
        )}
      </Field>
      <Button type="submit" variant="primary" busy={isSending} className="h-8">
        {isSending ? "Accepting" : "Accept invitation"}
      </Button>
    </form>
  );
}
