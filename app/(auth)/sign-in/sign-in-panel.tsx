"use client";

import { useEffect, useState } from "react";

import { providerFailure, signIn } from "@/lib/client/sign-in";
import { DEFAULT_ENTITY } from "@/lib/contract/default-project";
import { projectPath } from "@/lib/format/address";
import { ProviderButton } from "@/components/session/provider-button";
import { SignInForm, type SignInService } from "@/components/session/sign-in-form";
import { signInMessage } from "@/components/session/sign-in-messages";

interface SignInPanelProps {
  services: readonly SignInService[];
  /** Where to go afterwards: an address on this site. */
  next: string;
  /** The sign-in provider of the first service, and next-auth's code of the last attempt's error. */
  provider?: { name: string; error?: string };
}

/** The code of a sign-in link. Removed from the address bar, so that it is not in the history. */
function takeCode(): string | undefined {
  const code = new URLSearchParams(window.location.hash.slice(1)).get("code");
  if (code) window.history.replaceState(window.history.state, "", window.location.pathname + window.location.search);
  return code ?? undefined;
}

/** The entered project; as everywhere, one without an entity is in the default entity. */
function homeOf(projectId: string | undefined): string {
  if (!projectId) return "/";
  return projectPath(projectId.includes("/") ? projectId : `${DEFAULT_ENTITY}/${projectId}`);
}

export function SignInPanel({ services, next, provider }: SignInPanelProps) {
  const [exchanging, setExchanging] = useState(false);
  const [notice, setNotice] = useState<string>();

  useEffect(() => {
    const enter = () => window.location.replace(next);
    const exchange = async () => {
      const code = takeCode();
      if (!code) return;
      setExchanging(true);
      const outcome = await signIn("link", { code });
      if (outcome === "signed_in") return enter();
      setExchanging(false);
      setNotice(signInMessage("link", outcome, services[0]?.name ?? ""));
    };
    const onHashChange = () => void exchange();
    onHashChange();
    window.addEventListener("hashchange", onHashChange);
    return () => window.removeEventListener("hashchange", onHashChange);
  }, [next, services]);

  return (
    <>
      {provider && (
        <>
          <ProviderButton
            provider={provider.name}
            serviceName={services[0]?.name ?? ""}
            failure={provider.error === undefined ? undefined : providerFailure(provider.error)}
            next={next}
          />
          <p className="border-t border-line pt-4 text-meta text-muted">Or sign in with an API key</p>
        </>
      )}
      <SignInForm
        services={services}
        notice={notice}
        busy={exchanging}
        isSecondary={provider !== undefined}
        onSignedIn={(projectId) => window.location.replace(next === "/" ? homeOf(projectId) : next)}
      />
    </>
  );
}
