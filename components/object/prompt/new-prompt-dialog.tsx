"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { onSubmit } from "@/components/ui/on-submit";
import { toast } from "@/components/ui/toast-store";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { VersionMessage } from "@/components/ui/version-message";
import { failureWords } from "@/lib/client/failure-words";
import { objectPath } from "@/lib/format/address";
import { writePrompt } from "@/lib/prompt/prompt";
import { savePrompt } from "@/lib/queries/prompt-versions";
import { NewerVersion } from "@/lib/queries/publish-over";

import { emptyContent, promptOf, withoutEmpty } from "./prompt-content";
import { PromptFields } from "./prompt-fields";
import { newPromptKey, usePromptDraft } from "./use-prompt-draft";

const kinds = [
  { value: "chat", label: "Chat" },
  { value: "text", label: "Text" },
] as const;

interface NewPromptDialogProps {
  projectId: string;
  onClose: () => void;
}

/** Publishes the first version of a prompt. */
export function NewPromptDialog({ projectId, onClose }: NewPromptDialogProps) {
  const router = useRouter();
  const { content, change, edit, draft, reset } = usePromptDraft(newPromptKey(projectId), emptyContent);
  const [problems, setProblems] = useState<{ name?: string; prompt?: string }>({});
  const save = useMutation(savePrompt());
  const name = content.name.trim();
  const submit = () => {
    const prompt = withoutEmpty(promptOf(content));
    const found = {
      ...(name === "" ? { name: "Enter a name" } : {}),
      ...(prompt.turns.length === 0 ? { prompt: "Write the prompt first." } : {}),
    };
    setProblems(found);
    if (found.name || found.prompt || save.isPending) return;
    try {
      const val = writePrompt(prompt, name);
      const saved = save.mutateAsync(
        { projectId, name, val, replaces: undefined },
        {
          onSuccess: ({ digest }) => {
            toast({ title: `Saved ${name}` });
            onClose();
            router.push(objectPath(projectId, { kind: "object", name, digest }));
          },
        },
      );
      // Also runs after the dialog has been closed; an error is shown in it.
      saved.then(draft.clear, () => undefined);
    } catch (error) {
      setProblems({ prompt: error instanceof Error ? error.message : String(error) });
    }
  };
  const isTaken = save.error instanceof NewerVersion && save.error.version.object_id === name;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="New prompt"
      description="Messages, model settings, tools and output schema, versioned together."
      className="w-[min(980px,calc(100vw-32px))]"
    >
      <form className="grid gap-3" noValidate onSubmit={onSubmit(submit)}>
        <div className="flex flex-wrap items-start gap-3">
          <div className="min-w-48 flex-1">
            <Field
              label="Name"
              error={
                problems.name ??
                (isTaken ? "An object of this name exists. Choose another name, or edit it." : undefined)
              }
            >
              {(control) => (
                <Input
                  {...control}
                  value={content.name}
                  autoComplete="off"
                  maxLength={1_024}
                  placeholder="support-prompt"
                  onChange={(event) => change({ name: event.target.value })}
                />
              )}
            </Field>
          </div>
          <div className="grid gap-1">
            <span aria-hidden className="text-meta font-medium">
              Kind
            </span>
            <ToggleGroup
              label="Kind"
              options={kinds}
              value={content.kind}
              onValueChange={(kind) => change({ kind })}
              className="inline-flex h-7 overflow-hidden rounded-control border border-line-strong"
            />
          </div>
        </div>
        <div className="@container max-h-[42dvh] overflow-auto border border-line">
          <PromptFields content={content} edit={edit} />
        </div>
        <VersionMessage
          message={content.message}
          placeholder="What it is for"
          onChange={(message) => change({ message })}
        />
        <DraftNote draft={draft} onDiscard={reset} />
        {problems.prompt && <InlineBanner tone="error">Could not save: {problems.prompt}</InlineBanner>}
        {save.error && !(save.error instanceof NewerVersion) && (
          <InlineBanner tone="error">{failureWords(save.error)}</InlineBanner>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {save.isPending ? "Saving" : "Save prompt"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
