"use client";

import { useMutation } from "@tanstack/react-query";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { InlineBanner } from "@/components/ui/inline-banner";
import { RelativeTime } from "@/components/ui/timestamp";
import { toast } from "@/components/ui/toast-store";
import type { ApiKey } from "@/lib/contract/keys";
import { revokeKey } from "@/lib/queries/keys";
import { grantWords } from "@/lib/format/role-words";

interface RevokeDialogProps {
  /** The key to revoke; undefined closes the dialog. */
  revoking: ApiKey | undefined;
  /** The key of the session itself. */
  ownId: string | undefined;
  onClose: () => void;
}

/** Asks for confirmation, since revoking cannot be undone. */
export function RevokeDialog({ revoking, ownId, onClose }: RevokeDialogProps) {
  const revoke = useMutation(revokeKey());
  const close = () => {
    revoke.reset();
    onClose();
  };
  const submit = () => {
    if (!revoking) return;
    revoke.mutate(revoking.id, {
      onSuccess: () => {
        toast({ title: `${revoking.owner}'s key was revoked` });
        close();
      },
    });
  };
  return (
    <ConfirmDialog
      open={revoking !== undefined}
      title={revoking ? `Revoke ${revoking.owner}'s key?` : "Revoke key?"}
      confirm="Revoke key"
      confirming="Revoking"
      keep="Keep key"
      isPending={revoke.isPending}
      problem={revoke.error ? `Could not revoke the key: ${revoke.error.message}` : undefined}
      onConfirm={submit}
      onClose={close}
    >
      {revoking && (
        <>
          <p className="wrap-anywhere">
            <code>lp_{revoking.id}_…</code>, {grantWords(revoking.roles)}.{" "}
            {revoking.last_used_at ? (
              <>
                Last used <RelativeTime at={revoking.last_used_at} />.
              </>
            ) : (
              "Never used."
            )}
          </p>
          <p>
            Within seconds, requests with this key are rejected and open streams end. This cannot be undone. Data
            recorded with the key is kept.
          </p>
          {revoking.id === ownId && (
            <InlineBanner tone="warning">
              You are signed in with this key. You will have to sign in with another one.
            </InlineBanner>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}
