"use client";

import { useEffect, useState } from "react";

import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { InlineBanner } from "@/components/ui/inline-banner";
import { signIn, type SignInOutcome } from "@/lib/client/sign-in";

import { signInMessage } from "./sign-in-messages";

interface AcceptedKeyProps {
  service: string;
  owner: string;
  apiKey: string;
}

/** The key of somebody who has accepted an invitation, shown once; the browser is signed in with it at once. */
export function AcceptedKey({ service, owner, apiKey }: AcceptedKeyProps) {
  const [outcome, setOutcome] = useState<SignInOutcome>();

  useEffect(() => {
    void signIn("service", { service, username: owner.replaceAll(":", " "), password: apiKey, token: apiKey }).then(
      setOutcome,
    );
  }, [service, owner, apiKey]);

  const isFailed = outcome !== undefined && outcome !== "signed_in";
  return (
    <div className="grid gap-4">
      <p className="wrap-anywhere">
        Welcome, <bdi className="font-medium">{owner}</bdi>. {outcome === "signed_in" && "You are signed in here."}
      </p>
      <InlineBanner tone="warning">
        Keep this key, for example in a password manager: you need it to sign in later, or in another browser. It cannot
        be shown again. If you lose it, ask an admin for a new key.
      </InlineBanner>
      <CodeBlock label="Key" code={apiKey} wrap />
      {isFailed && <InlineBanner tone="error">{signInMessage("key", outcome, service)}</InlineBanner>}
      <Button
        variant="primary"
        busy={outcome === undefined}
        className="h-8"
        onClick={() => window.location.replace(isFailed ? "/sign-in" : "/")}
      >
        {isFailed ? "Go to the sign-in" : "I have kept it, open Loupe"}
      </Button>
    </div>
  );
}
