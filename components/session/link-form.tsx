"use client";

import { type SubmitEvent, useState } from "react";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { signIn, type SignInOutcome } from "@/lib/client/sign-in";

import { signInMessage } from "./sign-in-messages";

/** Signs in with a printed sign-in link, pasted whole or as its code. */
export function LinkForm({ serviceName, onSignedIn }: { serviceName: string; onSignedIn: () => void }) {
  const [link, setLink] = useState("");
  const [isSending, setIsSending] = useState(false);
  const [outcome, setOutcome] = useState<SignInOutcome>();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    setIsSending(true);
    const result = await signIn("link", { code: codeOf(link) });
    setIsSending(false);
    setOutcome(result);
    if (result === "signed_in") onSignedIn();
  };

  const error = outcome && outcome !== "signed_in" ? signInMessage("link", outcome, serviceName) : undefined;
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-2 border-t border-line pt-4">
      <Field label="Or paste a new sign-in link" hint="The command sign-in-link prints one" error={error}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              type="password"
              required
              autoComplete="off"
              value={link}
              onChange={(event) => setLink(event.target.value)}
            />
            <Button type="submit" busy={isSending}>
              Continue with link
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}

function codeOf(text: string): string {
  const [, code = text] = text.trim().split("#code=");
  return code.trim();
}
