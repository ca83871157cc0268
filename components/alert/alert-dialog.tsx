"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast-store";
import type { Alert, AlertDefinition, AlertWithSecrets, KeptOrNewChannel } from "@/lib/contract/alerts";
import { createAlert, updateAlert } from "@/lib/queries/alerts";

import type { AlertDraft } from "./alert-draft";
import { AlertForm } from "./alert-form";
import { ChannelSecrets } from "./channel-secrets";

interface AlertDialogProps {
  projectId: string;
  /** The alert to change; a new one is created without. */
  alert?: Alert;
  /** What a new one begins with. */
  start?: Partial<AlertDraft>;
  onClose: () => void;
  onSaved?: (alert: Alert) => void;
}

/** Creates or changes an alert, then shows the secrets of its new webhooks. */
export function AlertDialog({ projectId, alert, start = {}, onClose, onSaved }: AlertDialogProps) {
  const [made, setMade] = useState<AlertWithSecrets>();
  const create = useMutation(createAlert());
  const update = useMutation(updateAlert());
  const save = alert ? update : create;
  const submit = async (definition: AlertDefinition, channels: KeptOrNewChannel[]) => {
    const saved = alert
      ? await update.mutateAsync({ project_id: projectId, id: alert.id, ...definition, channels })
      : await create.mutateAsync({ project_id: projectId, ...definition, channels: channels.flatMap(newChannel) });
    onSaved?.(saved.alert);
    if (saved.secrets.length > 0) return setMade(saved);
    toast({ title: alert ? "Alert changed" : "Alert created" });
    onClose();
  };
  const title = alert ? `Edit ${alert.name}` : "New alert";
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={made ? made.alert.name : title}
      className="w-[min(640px,calc(100vw-32px))]"
    >
      {made ? (
        <ChannelSecrets made={made} onDone={onClose} />
      ) : (
        <AlertForm
          projectId={projectId}
          alert={alert}
          start={start}
          busy={save.isPending}
          error={save.error}
          onSubmit={submit}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}

function newChannel({ format, url }: KeptOrNewChannel) {
  return format && url ? [{ format, url }] : [];
}
