"use client";

import Link from "next/link";
import { useEffect, useState } from "react";
import type { z } from "zod";

import { InlineBanner } from "@/components/ui/inline-banner";
import { Skeleton } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import { browserClient } from "@/lib/client/browser-client";
import type { invitationsReadResponse } from "@/lib/contract/people";
import { grantWords } from "@/lib/format/role-words";

import { AcceptedKey } from "./accepted-key";
import { NameForm } from "./name-form";
import { ProviderButton } from "./provider-button";

type Invitation = z.infer<typeof invitationsReadResponse>;

type Shown =
  | { kind: "reading" }
  | { kind: "problem"; message: string }
  | { kind: "open"; token: string; invitation: Invitation }
  | { kind: "accepted"; owner: string; apiKey: string };

/** Whether the address still has the token: another link may have been opened meanwhile. */
const isCurrent = (token: string) => window.location.hash.slice(1) === token;

const NO_TOKEN = "The link is not complete. Open it exactly as it was sent to you.";

interface InvitationPanelProps {
  service: string;
  /** The sign-in provider, if there is one. */
  provider: string | undefined;
}

/** What an invitation is for, and how it is accepted: by signing in at the provider, or else with a name. */
export function InvitationPanel({ service, provider }: InvitationPanelProps) {
  const [shown, setShown] = useState<Shown>({ kind: "reading" });

  useEffect(() => {
    const read = async () => {
      const token = window.location.hash.slice(1);
      if (!token) return setShown({ kind: "problem", message: NO_TOKEN });
      setShown({ kind: "reading" });
      try {
        const invitation = await browserClient.request("invitationsRead", { token });
        if (isCurrent(token)) setShown({ kind: "open", token, invitation });
      } catch (error) {
        if (isCurrent(token))
          setShown({ kind: "problem", message: error instanceof Error ? error.message : String(error) });
      }
    };
    const onHashChange = () => void read();
    onHashChange();
    window.addEventListener("hashchange", onHashChange);
    return () => window.removeEventListener("hashchange", onHashChange);
  }, []);

  switch (shown.kind) {
    case "reading":
      return (
        <div role="status" aria-label="Loading the invitation" className="grid gap-2">
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      );
    case "problem":
      return (
        <>
          <InlineBanner tone="error">{shown.message}</InlineBanner>
          <p className="text-muted">
            If you have used Loupe before,{" "}
            <Link href="/sign-in" className="text-accent-ink underline">
              sign in
            </Link>
            . Otherwise ask the person who invited you for a new link.
          </p>
        </>
      );
    case "open": {
      const { token, invitation } = shown;
      return (
        <>
          <About invitation={invitation} />
          {provider !== undefined && invitation.provider ? (
            <ProviderButton provider={provider} serviceName={service} next="/" invitation={token} />
          ) : (
            <NameForm
              token={token}
              onAccepted={({ key: apiKey, owner }) => {
                // It is used up, and need not be in the history.
                window.history.replaceState(window.history.state, "", window.location.pathname);
                setShown({ kind: "accepted", owner, apiKey });
              }}
            />
          )}
        </>
      );
    }
    case "accepted":
      return <AcceptedKey service={service} owner={shown.owner} apiKey={shown.apiKey} />;
  }
}

function About({ invitation: { by, roles, email, expires_at } }: { invitation: Invitation }) {
  return (
    <div className="grid gap-2 wrap-anywhere">
      <p>
        <bdi className="font-medium">{by}</bdi> has invited you, as {grantWords(roles)}.
      </p>
      <p className="text-muted">
        {email !== undefined && (
          <>
            The invitation is for <bdi>{email}</bdi>.{" "}
          </>
        )}
        It can be used once, until <Timestamp at={expires_at} />.
      </p>
    </div>
  );
}
