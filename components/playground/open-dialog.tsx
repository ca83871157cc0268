"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { PromptList } from "@/components/pickers/prompt-list";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { onSubmit } from "@/components/ui/on-submit";
import { Skeleton } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import { useDraft } from "@/components/ui/use-draft";
import { versionName } from "@/lib/contract/version-name";
import type { PlaygroundDocument } from "@/lib/playground/document";
import { readPreset } from "@/lib/playground/preset";
import { presetDetail, presetsList } from "@/lib/queries/presets";

interface OpenDialogProps {
  projectId: string;
  onOpen: (document: PlaygroundDocument, name: string) => void;
  onOpenPrompt: (name: string, version: string) => void;
  onOpenCall: (id: string) => void;
  onClose: () => void;
}

/** Opens a preset, a version of a prompt, or a traced call by its id. */
export function OpenDialog({ projectId, onOpen, onOpenPrompt, onOpenCall, onClose }: OpenDialogProps) {
  const cache = useQueryClient();
  const list = useQuery(presetsList(projectId));
  const draft = useDraft(`playground call:${projectId}`);
  const callId = draft.text;
  const reading = useMutation({
    mutationFn: async ({ name, digest }: { name: string; digest: string }) =>
      readPreset((await cache.fetchQuery(presetDetail(projectId, name, digest))).val),
  });
  const presets = list.data ?? [];
  return (
    <Dialog open onOpenChange={onClose} title="Open in playground">
      <div className="grid gap-4">
        <section aria-label="Saved playgrounds" className="grid gap-1">
          <h3 className="text-meta font-medium">Saved</h3>
          {list.isPending && <Skeleton className="w-1/2" />}
          {list.isError && (
            <InlineBanner tone="error">Could not load saved playgrounds: {list.error.message}</InlineBanner>
          )}
          {list.isSuccess && presets.length === 0 && (
            <p className="text-muted">No saved playgrounds in this project yet.</p>
          )}
          <ul className="grid max-h-80 overflow-auto">
            {presets.map(({ object_id: name, digest, version_index: version, created_at: at }) => (
              <li key={name}>
                <button
                  type="button"
                  onClick={() => reading.mutate({ name, digest }, { onSuccess: (document) => onOpen(document, name) })}
                  className="flex w-full items-baseline gap-2 rounded-control px-2 py-1 text-left hover:bg-hover"
                >
                  <span className="min-w-0 flex-1 truncate">{name}</span>
                  <span className="text-meta text-muted">{versionName(version)}</span>
                  <span className="text-meta text-muted">
                    <Timestamp at={at} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {reading.error && (
            <InlineBanner tone="error">Could not open the playground: {reading.error.message}</InlineBanner>
          )}
        </section>
        <section aria-label="Prompts" className="grid gap-1">
          <h3 className="text-meta font-medium">Prompts</h3>
          <PromptList projectId={projectId} onChoose={onOpenPrompt} />
        </section>
        <form
          className="grid gap-2"
          onSubmit={onSubmit(() => {
            draft.clear();
            onOpenCall(callId.trim());
          })}
        >
          <Field label="Call ID" hint="Opens its messages, tools and parameters.">
            {(control) => (
              <Input
                {...control}
                value={callId}
                onChange={(event) => draft.setText(event.target.value)}
                className="font-mono text-meta"
              />
            )}
          </Field>
          <DraftNote draft={draft} />
          <span>
            <Button type="submit" disabled={callId.trim() === ""}>
              Open call
            </Button>
          </span>
        </form>
      </div>
    </Dialog>
  );
}
