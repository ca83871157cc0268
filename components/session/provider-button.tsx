"use client";

import { useState } from "react";

import { Button } from "@/components/ui/button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { type ProviderFailure, signInAtProvider } from "@/lib/client/sign-in";

import { providerMessage } from "./sign-in-messages";

interface ProviderButtonProps {
  /** Its name, as it follows "Sign in with". */
  provider: string;
  serviceName: string;
  /** Why the last attempt failed. */
  failure?: ProviderFailure;
  /** The page that follows. */
  next: string;
  /** The token of an invitation that is accepted with it. */
  invitation?: string;
  /** Opens the tab for the sign-in; by default it is this one. */
  openTab?: () => Window | null;
}

/** Leads to the sign-in provider. */
export function ProviderButton({
  provider,
  serviceName,
  failure: before,
  next,
  invitation,
  openTab,
}: ProviderButtonProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(before);

  const leave = async () => {
    // Browsers let a page open a tab only at once.
    const tab = openTab?.() ?? undefined;
    setBusy(true);
    const failed = await signInAtProvider(next, { tab, invitation });
    setFailure(failed);
    if (failed) tab?.close();
    // A page that is left stays busy.
    if (failed || tab) setBusy(false);
  };

  return (
    <div className="grid gap-4">
      {failure && <InlineBanner tone="error">{providerMessage(failure, provider, serviceName)}</InlineBanner>}
      <Button variant="primary" busy={busy} onClick={() => void leave()} className="h-8">
        Sign in with {provider}
      </Button>
    </div>
  );
}
