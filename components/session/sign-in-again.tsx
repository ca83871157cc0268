"use client";

import { useEffect, useEffectEvent } from "react";

import { CLOSE_TAB, SIGN_IN_CHANNEL } from "@/lib/client/sign-in";

import { LinkForm } from "./link-form";
import { ProviderButton } from "./provider-button";
import { SignInForm } from "./sign-in-form";

interface SignInAgainProps {
  service: { name: string; asksUserName: boolean };
  before: { userName: string; projectId?: string };
  takesLinks: boolean;
  /** The sign-in provider of the service. */
  provider?: string;
  onSignedIn: () => void;
}

/** Signs in to the same service as before; at the provider in another tab, so that this page stays as it is. */
export function SignInAgain({ service, before, takesLinks, provider, onSignedIn }: SignInAgainProps) {
  const signedIn = useEffectEvent(onSignedIn);
  useEffect(() => {
    const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
    channel.addEventListener("message", () => signedIn());
    return () => channel.close();
  }, []);
  return (
    <div className="grid gap-4">
      {provider !== undefined && (
        <ProviderButton
          provider={provider}
          serviceName={service.name}
          next={CLOSE_TAB}
          openTab={() => window.open("", "_blank")}
        />
      )}
      <SignInForm services={[service]} before={before} isSecondary={provider !== undefined} onSignedIn={onSignedIn} />
      {takesLinks && <LinkForm serviceName={service.name} onSignedIn={onSignedIn} />}
    </div>
  );
}
