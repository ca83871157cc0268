"use client";

import type { z } from "zod";

import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Timestamp } from "@/components/ui/timestamp";
import type { invitationsCreateResponse } from "@/lib/contract/people";
import { invitationAddress } from "@/lib/format/invitation-address";
import { grantWords } from "@/lib/format/role-words";

interface MadeInvitationProps {
  made: z.infer<typeof invitationsCreateResponse>;
  hasProvider: boolean;
  onDone: () => void;
}

/** Shows the link of a new invitation, which is possible only once. */
export function MadeInvitation({ made: { invitation, token }, hasProvider, onDone }: MadeInvitationProps) {
  return (
    <div className="grid gap-4">
      <InlineBanner tone="warning">
        Copy the link now and send it to the person. Only its hash is stored, so it cannot be shown again.
      </InlineBanner>
      <CodeBlock label="Link" code={window.location.origin + invitationAddress(token)} wrap />
      <p className="wrap-anywhere text-muted">
        It works once, until <Timestamp at={invitation.expires_at} />. With it,{" "}
        {invitation.email === undefined ? "anyone" : invitation.email} can{" "}
        {hasProvider ? "sign in" : "choose a name and get a key"} with these roles: {grantWords(invitation.roles)}.
      </p>
      <Button variant="primary" onClick={onDone} className="justify-self-end">
        I have copied it
      </Button>
    </div>
  );
}
