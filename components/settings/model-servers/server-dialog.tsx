"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast-store";
import { isConflict, isNotFound } from "@/lib/client/api-error";
import type { Provider } from "@/lib/contract/connection-presets";
import type { Connection } from "@/lib/contract/connections";
import { createModelServer, modelServers, updateModelServer } from "@/lib/queries/connections";

import { errorWords } from "./server-words";
import { ServerForm } from "./server-form";
import { useServerForm } from "./use-server-form";

interface ServerDialogProps {
  /** The server to change; a new one is added without. */
  server?: Connection;
  /** What a new one is. */
  provider?: Provider;
  onClose: () => void;
  onSaved?: (server: Connection) => void;
}

const DELETED = "Somebody else has deleted this model server. What you typed stays here until you close the form.";

/** Adds or changes a model server. */
export function ServerDialog({ server, provider = "openai", onClose, onSaved }: ServerDialogProps) {
  const form = useServerForm(server, provider);
  const cache = useQueryClient();
  const create = useMutation(createModelServer());
  const update = useMutation(updateModelServer());
  const [problem, setProblem] = useState<string>();
  // Typing goes on while a request is under way.
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });

  const fail = async (failure: Error) => {
    if (form.refuse(failure)) return setProblem(`Could not save the model server. ${errorWords(failure)}.`);
    if (isConflict(failure)) {
      const all = await cache.fetchQuery({ ...modelServers(), staleTime: 0 }).catch(() => undefined);
      if (!all) return setProblem(`Could not save the model server: ${failure.message}`);
      const now = all.find(({ id }) => id === server?.id);
      return now ? latest.current.rebase(now) : setProblem(DELETED);
    }
    if (isNotFound(failure)) return setProblem(DELETED);
    setProblem(`Could not save the model server: ${errorWords(failure)}`);
  };
  const done = (saved: Connection) => {
    form.draft.clear();
    onSaved?.(saved);
    toast({ title: form.before ? `${saved.name} changed` : `${saved.name} added` });
    onClose();
  };
  const submit = () => {
    setProblem(undefined);
    const changes = form.before && form.readUpdate(form.before);
    const added = form.before ? undefined : form.readNew();
    // Also when the form was closed meanwhile.
    if (changes) void update.mutateAsync(changes).then(done, fail);
    if (added) void create.mutateAsync(added).then(done, fail);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={server ? `Edit ${server.name}` : "Add model server"}
      className="w-[min(640px,calc(100vw-32px))]"
    >
      <ServerForm
        form={form}
        busy={create.isPending || update.isPending}
        problem={problem}
        onSubmit={submit}
        onCancel={onClose}
      />
    </Dialog>
  );
}
