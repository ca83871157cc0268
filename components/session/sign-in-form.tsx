"use client";

import { useRef, useState, type SubmitEvent } from "react";

import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { signIn, type SignInOutcome } from "@/lib/client/sign-in";

import { signInMessage } from "./sign-in-messages";

export interface SignInService {
  name: string;
  /** Whether it needs a user name in addition to the key. */
  asksUserName: boolean;
}

interface SignInFormProps {
  /** The services to sign in to; the first is selected. */
  services: readonly SignInService[];
  /** The previous user: the name is filled in, the project kept. */
  before?: { userName: string; projectId?: string };
  /** Shown above the form until the first attempt. */
  notice?: string;
  /** Whether a sign-in by link is in progress. */
  busy?: boolean;
  /** Whether there is another, better way to sign in. */
  isSecondary?: boolean;
  /** Called with the entered project, if any. */
  onSignedIn: (projectId: string | undefined) => void;
}

/** A form for the credentials of a service; the input is kept when they are rejected. */
export function SignInForm({
  services,
  before,
  notice,
  busy = false,
  isSecondary = false,
  onSignedIn,
}: SignInFormProps) {
  const [service, setService] = useState(services[0]?.name ?? "");
  const [sameToken, setSameToken] = useState(true);
  const [outcome, setOutcome] = useState<SignInOutcome>();
  const [sending, setSending] = useState(false);
  const asksUserName = services.some(({ name, asksUserName: asks }) => name === service && asks);
  const password = useRef<HTMLInputElement>(null);

  const send = async (form: FormData) => {
    if (sending || busy) return;
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === "string" ? value.trim() : "";
    };
    setSending(true);
    const result = await signIn("service", {
      service,
      ...(asksUserName && { username: text("username") }),
      password: text("password"),
      token: sameToken ? text("password") : text("token"),
      project: before?.projectId ?? text("project"),
    });
    setSending(false);
    setOutcome(result);
    if (result === "signed_in") onSignedIn(text("project") || undefined);
    if (result === "refused") password.current?.select();
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    // React empties a form after its action, but the input is kept.
    event.preventDefault();
    void send(new FormData(event.currentTarget));
  };

  const message = outcome && outcome !== "signed_in" ? signInMessage("key", outcome, service) : undefined;
  return (
    // The action is for a form submitted before the page's script runs: without one, the browser would put the key into
    // the address. React holds it back and calls the action later.
    <form action={send} onSubmit={submit} className="grid gap-4">
      {message ? (
        <InlineBanner tone="error">{message}</InlineBanner>
      ) : (
        notice && <InlineBanner tone="warning">{notice}</InlineBanner>
      )}
      {services.length > 1 && (
        <Field label="Service">
          {(control) => (
            <Select
              {...control}
              options={services.map(({ name }) => ({ value: name, label: name }))}
              value={service}
              onValueChange={setService}
            />
          )}
        </Field>
      )}
      {asksUserName && (
        <Field label="Username">
          {(control) => (
            <Input
              {...control}
              name="username"
              defaultValue={before?.userName}
              required
              autoComplete="username"
              autoCapitalize="none"
            />
          )}
        </Field>
      )}
      <Field label="API key">
        {(control) => (
          <Input {...control} ref={password} name="password" type="password" required autoComplete="current-password" />
        )}
      </Field>
      <div className="grid gap-2">
        <Checkbox checked={sameToken} onCheckedChange={(checked) => setSameToken(checked === true)}>
          Also use this key to call models
        </Checkbox>
        {!sameToken && (
          <Field label="API key for models">
            {(control) => <Input {...control} name="token" type="password" required autoComplete="off" />}
          </Field>
        )}
      </div>
      {!before && (
        <Field label="Project (optional)" hint="The project to open after you sign in, such as acme/bot">
          {(control) => (
            <Input {...control} name="project" autoComplete="off" autoCapitalize="none" spellCheck={false} />
          )}
        </Field>
      )}
      <Button type="submit" variant={isSecondary ? "secondary" : "primary"} busy={sending || busy} className="h-8">
        {sending || busy ? "Signing in" : "Sign in"}
      </Button>
    </form>
  );
}
