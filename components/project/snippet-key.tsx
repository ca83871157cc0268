"use client";

import { type UseMutationResult, useQuery } from "@tanstack/react-query";
import Link from "next/link";

import { Button } from "@/components/ui/button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { ADMIN_OWNER, allows } from "@/lib/contract/grants";
import { type NewKey, ownKey } from "@/lib/queries/keys";

import { KEY_PLACEHOLDER } from "./snippets/snippet";

interface SnippetKeyProps {
  projectId: string;
  make: UseMutationResult<{ api_key: string }, Error, NewKey>;
}

/** Creates the key of the snippet for those who may, and tells others where keys are created. */
export function SnippetKey({ projectId, make }: SnippetKeyProps) {
  const { data: own, error } = useQuery(ownKey());
  if (make.data)
    return (
      <InlineBanner>
        The snippet below has the key. Only its hash is stored, so it cannot be shown again once you leave this page.
        You can revoke it under <KeysLink />.
      </InlineBanner>
    );
  if (own && allows(own.roles, projectId, "admin")) {
    // No other key may have the name of the admin key.
    const owner = own.owner === ADMIN_OWNER ? "first-trace" : own.owner;
    const key: NewKey = { owner, roles: [{ project_pattern: projectId, role: "member" }] };
    return (
      <>
        {make.error && <InlineBanner tone="error">Could not create the key: {make.error.message}</InlineBanner>}
        <p className="text-muted">
          It can write to this project, and is filled in below. If you have a key, use it in place of{" "}
          <code>{KEY_PLACEHOLDER}</code>.
        </p>
        <Button variant="primary" busy={make.isPending} onClick={() => make.mutate(key)} className="justify-self-start">
          {make.isPending ? "Creating key" : "Create key"}
        </Button>
      </>
    );
  }
  if (!own && !error) return <div className="h-7" />;
  return (
    <p className="text-muted">
      Put a key that can write to this project in place of <code>{KEY_PLACEHOLDER}</code>. Admins of the project create
      keys under <KeysLink />.
    </p>
  );
}

function KeysLink() {
  return (
    <Link href="/settings/keys" className="text-accent-ink underline">
      API keys
    </Link>
  );
}
