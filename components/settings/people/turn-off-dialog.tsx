"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast-store";
import type { ListedPerson } from "@/lib/contract/people";
import { counted } from "@/lib/format/number";
import { updatePerson } from "@/lib/queries/people";

import { nameOf } from "./columns";
import { MadeByPerson } from "./made-by-person";

interface TurnOffDialogProps {
  /** Undefined closes the dialog. */
  person: ListedPerson | undefined;
  onClose: () => void;
}

/** Asks whether a person is to be turned off, or on again. */
export function TurnOffDialog({ person, onClose }: TurnOffDialogProps) {
  const update = useMutation(updatePerson());
  const [isRevoked, setRevoked] = useState(false);
  const close = () => {
    update.reset();
    setRevoked(false);
    onClose();
  };
  const isOff = person?.turned_off_at !== undefined;
  const name = person ? nameOf(person) : "";
  const submit = () => {
    if (!person) return;
    update.mutate(
      { id: person.id, turned_off: !isOff, revokes: !isOff && isRevoked ? person.owner : undefined },
      {
        onSuccess: ({ keys_revoked: keys }) => {
          toast({
            title: `Access turned ${isOff ? "on" : "off"} for ${name}`,
            ...(keys > 0 && { description: `${counted(keys, "key")} revoked` }),
          });
          close();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      open={person !== undefined}
      title={`Turn ${isOff ? "on" : "off"} access for ${name}?`}
      confirm={isOff ? "Turn on" : "Turn off"}
      confirming={isOff ? "Turning on" : "Turning off"}
      keep="Cancel"
      tone={isOff ? "primary" : "danger"}
      isPending={update.isPending}
      problem={
        update.error ? `Could not turn ${isOff ? "on" : "off"} access for ${name}: ${update.error.message}` : undefined
      }
      onConfirm={submit}
      onClose={close}
    >
      {person && (isOff ? <On person={person} /> : <Off person={person} />)}
      {person && !isOff && <MadeByPerson person={person} isRevoked={isRevoked} onChange={setRevoked} />}
    </ConfirmDialog>
  );
}

function Off({ person: { keys, signs_in_with: way } }: { person: ListedPerson }) {
  return (
    <>
      <p>
        They are signed out everywhere within seconds and cannot sign in again.
        {keys > 0 && ` ${keys === 1 ? "The key" : `All ${counted(keys, "key")}`} with their name will be revoked, `}
        {keys > 0 && `also for programs that use ${keys === 1 ? "it" : "them"}; this cannot be undone.`} Their unused
        invitations are revoked, too.
      </p>
      <p>
        Their alerts, scoring rules and experiments, and training jobs that have not started, stop until somebody takes
        them over.
      </p>
      <p>What they have recorded is kept. {way === "provider" && "You can turn them on again."}</p>
    </>
  );
}

function On({ person: { signs_in_with: way, owner } }: { person: ListedPerson }) {
  return way === "provider" ? (
    <p>They can sign in again, with the roles that they had. Their keys stay revoked: create new ones if needed.</p>
  ) : (
    <p className="wrap-anywhere">
      Their key stays revoked, and without one they cannot sign in: create a new key for the owner <bdi>{owner}</bdi>{" "}
      under API keys and give it to them.
    </p>
  );
}
