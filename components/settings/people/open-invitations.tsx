"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { PersonName } from "@/components/pickers/person-name";
import { RetryBanner } from "@/components/ui/retry-banner";
import { toast } from "@/components/ui/toast-store";
import { Timestamp } from "@/components/ui/timestamp";
import type { Invitation } from "@/lib/contract/people";
import { counted } from "@/lib/format/number";
import { grantWords } from "@/lib/format/role-words";
import { openInvitations, revokeInvitation } from "@/lib/queries/people";

/** The invitations that can still be used; nothing if there are none. */
export function OpenInvitations() {
  const { data, error, refetch, isFetching } = useQuery(openInvitations());
  const [revoking, setRevoking] = useState<Invitation>();
  if (error)
    return (
      <RetryBanner onRetry={() => void refetch()} isFetching={isFetching}>
        Could not load the open invitations: {error.message}
      </RetryBanner>
    );
  if (!data || data.length === 0) return undefined;
  return (
    <details open className="max-h-[40%] shrink-0 overflow-auto border-t border-line px-4 py-2">
      <summary className="cursor-pointer text-meta font-medium">{counted(data.length, "open invitation")}</summary>
      <ul aria-label="Open invitations" className="mt-1 grid gap-1">
        {data.map((invitation) => (
          <li key={invitation.id} className="flex flex-wrap items-center gap-x-3 text-meta">
            <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
              <span className="font-medium">{subjectOf(invitation)}</span>{" "}
              <span className="text-muted">
                {grantWords(invitation.roles)} · by <PersonName owner={invitation.created_by} /> · until{" "}
                <Timestamp at={invitation.expires_at} />
              </span>
            </span>
            <Button
              size="small"
              variant="ghost"
              aria-label={`Revoke the invitation: ${subjectOf(invitation)}`}
              onClick={() => setRevoking(invitation)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      <RevokeInvitation invitation={revoking} onClose={() => setRevoking(undefined)} />
    </details>
  );
}

/** Whom it is for. */
function subjectOf({ email, note }: Invitation): string {
  return [email, note].filter((part) => part !== undefined).join(" · ") || "Anyone with the link";
}

function RevokeInvitation({ invitation, onClose }: { invitation: Invitation | undefined; onClose: () => void }) {
  const revoke = useMutation(revokeInvitation());
  const close = () => {
    revoke.reset();
    onClose();
  };
  const submit = () => {
    if (!invitation) return;
    revoke.mutate(invitation.id, {
      onSuccess: () => {
        toast({ title: "Invitation revoked" });
        close();
      },
    });
  };
  return (
    <ConfirmDialog
      open={invitation !== undefined}
      title="Revoke invitation?"
      confirm="Revoke invitation"
      confirming="Revoking"
      keep="Keep invitation"
      isPending={revoke.isPending}
      problem={revoke.error ? `Could not revoke the invitation: ${revoke.error.message}` : undefined}
      onConfirm={submit}
      onClose={close}
    >
      {invitation && (
        <p className="wrap-anywhere">
          {subjectOf(invitation)}: {grantWords(invitation.roles)}. The link stops working immediately. This cannot be
          undone, but you can invite the person again.
        </p>
      )}
    </ConfirmDialog>
  );
}
