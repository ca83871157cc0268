"use client";

import { useMutation } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { onDemand } from "@/components/ui/on-demand";
import { createInvitation } from "@/lib/queries/people";

const form = onDemand(() => import("./invite-form"));

/** Invites a person. A link that has not been copied yet survives closing the dialog by mistake, but not leaving the page. */
export function InvitePerson({ hasProvider }: { hasProvider: boolean }) {
  const [open, setOpen] = useState(false);
  const loaded = form.useNeeded(open, () => setOpen(false));
  const invite = useMutation(createInvitation());
  const finish = () => {
    setOpen(false);
    invite.reset();
  };
  return (
    <>
      <Button variant="primary" icon={UserPlus} onClick={() => setOpen(true)}>
        Invite
      </Button>
      <Dialog
        open={open && loaded !== undefined}
        onOpenChange={setOpen}
        title={invite.data ? "Invitation link" : "Invite a person"}
        className="w-[min(560px,calc(100vw-32px))]"
      >
        {loaded &&
          (invite.data ? (
            <loaded.MadeInvitation made={invite.data} hasProvider={hasProvider} onDone={finish} />
          ) : (
            <loaded.InviteForm
              hasProvider={hasProvider}
              busy={invite.isPending}
              error={invite.error}
              onChange={() => invite.reset()}
              onSubmit={(invitation) => invite.mutateAsync(invitation)}
            />
          ))}
      </Dialog>
    </>
  );
}
