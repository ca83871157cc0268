"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useState } from "react";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { onSubmit } from "@/components/ui/on-submit";
import { shortcutMatches } from "@/components/ui/shortcut-keys";
import { toast } from "@/components/ui/toast-store";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { VersionMessage } from "@/components/ui/version-message";
import { versionName } from "@/lib/contract/version-name";
import { failureWords } from "@/lib/client/failure-words";
import { objectPath } from "@/lib/format/address";
import { writePrompt } from "@/lib/prompt/prompt";
import { saveVersion } from "@/lib/queries/prompt-versions";
import { NAME_IS_TAKEN, NewerVersion } from "@/lib/queries/publish-over";

import { emptyContent, type PromptContent, promptOf, withKind, withoutEmpty } from "./prompt-content";
import { PromptFields } from "./prompt-fields";
import { promptKeys } from "./prompt-keys";
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
  /** Why the messages cannot become a text, until they are changed. */
  const [unfit, setUnfit] = useState<{ problem: string; document: PromptContent["document"] }>();
  const save = useMutation(saveVersion());
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
          onSuccess: ({ digest, version_index: index }) => {
            toast({ title: `Saved ${versionName(index)} of ${name}` });
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
  const changeKind = (kind: PromptContent["kind"]) => {
    if (kind === content.kind) return;
    const changed = withKind(content, kind);
    if ("content" in changed) change(changed.content);
    else setUnfit({ problem: changed.problem, document: content.document });
  };
  // Shortcuts of the page do not work in a dialog.
  const onKeyDown = (event: KeyboardEvent) => {
    const keys = promptKeys(edit, { description: "Save prompt", run: submit });
    const pressed = keys.find((key) => shortcutMatches(key.keys, event));
    if (!pressed || event.defaultPrevented) return;
    event.preventDefault();
    pressed.run(event.nativeEvent);
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
      <div role="presentation" className="grid gap-3" onKeyDown={onKeyDown}>
        <div className="flex flex-wrap items-start gap-3">
          <div className="min-w-48 flex-1">
            <Field label="Name" error={problems.name ?? (isTaken ? NAME_IS_TAKEN : undefined)}>
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
              onValueChange={changeKind}
              className="inline-flex h-7 overflow-hidden rounded-control border border-line-strong"
            />
            {unfit?.document === content.document && (
              <p role="alert" className="text-meta text-error">
                {unfit.problem}
              </p>
            )}
          </div>
        </div>
        <div className="@container max-h-[42dvh] overflow-auto border border-line">
          <PromptFields content={content} edit={edit} />
        </div>
        {/* Without the fields above: Enter in one of them must not publish a version. */}
        <form aria-label="Save prompt" className="grid gap-3" noValidate onSubmit={onSubmit(submit)}>
          <VersionMessage
            message={content.message}
            placeholder="What it is for"
            onChange={(message) => change({ message })}
          />
          <DraftNote draft={draft} onDiscard={reset} />
          {problems.prompt && <InlineBanner tone="error">Could not save: {problems.prompt}</InlineBanner>}
          {save.error && !(save.error instanceof NewerVersion) && (
            <InlineBanner tone="error">{failureWords(save.error, "Could not save")}</InlineBanner>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" busy={save.isPending}>
              {save.isPending ? "Saving" : "Save prompt"}
            </Button>
          </div>
        </form>
      </div>
    </Dialog>
  );
}
