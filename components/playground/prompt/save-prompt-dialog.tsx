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
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast-store";
import { useFormDraft } from "@/components/ui/use-draft";
import { VersionMessage } from "@/components/ui/version-message";
import { failureWords } from "@/lib/client/failure-words";
import { NAME_CHARS } from "@/lib/contract/limits";
import { versionName } from "@/lib/contract/version-name";
import { objectPath } from "@/lib/format/address";
import type { Pane, PromptSource, TurnFields } from "@/lib/playground/document";
import { promptToSave } from "@/lib/prompt/prompt-document";
import { classFor } from "@/lib/prompt/object-class";
import { readPrompt, writePrompt } from "@/lib/prompt/prompt";
import { saveVersion } from "@/lib/queries/prompt-versions";
import { NewerVersion } from "@/lib/queries/publish-over";
import { useMay } from "@/lib/queries/use-may";

import { BaseNote } from "./base-note";
import { NewerVersionChoice } from "./newer-version-choice";
import { usePromptBase } from "./use-prompt-base";

interface SavePromptDialogProps {
  projectId: string;
  turns: readonly TurnFields[];
  /** The version that they come from. */
  source: PromptSource | undefined;
  panes: readonly Pane[];
  /** The pane whose model settings are saved at first. */
  pane: string | undefined;
  /** Also called if the dialog has been closed by then. */
  onSaved: (source: PromptSource) => void;
  onClose: () => void;
}

const KEPT = "";

/** Saves turns and model settings as a new version of a prompt, or as a new prompt. */
export function SavePromptDialog({ projectId, turns, source, panes, pane, onSaved, onClose }: SavePromptDialogProps) {
  const router = useRouter();
  const draft = useFormDraft(`playground prompt:${projectId}:${source?.name ?? ""}`, {
    name: source?.name ?? "",
    message: "",
  });
  const name = draft.fields.name.trim();
  const [settings, setSettings] = useState(pane ?? KEPT);
  const [problem, setProblem] = useState<string>();
  const mayWrite = useMay(projectId, "member");
  const base = usePromptBase(projectId, source);
  const { version: before, isKnown } = base;
  const isVersion = name === source?.name && (before !== undefined || !isKnown);
  const save = useMutation(saveVersion());
  const submit = (replaces = isVersion ? before?.digest : undefined) => {
    if (!isKnown || save.isPending) return;
    setProblem(undefined);
    try {
      const chosen = panes.find(({ id }) => id === settings);
      const description = draft.fields.message.trim();
      const prompt = promptToSave({ turns, settings: chosen, description, base: before && readPrompt(before.val) });
      const val = writePrompt(prompt, name, isVersion ? before?.val : undefined);
      const objectClass = isVersion ? classFor(before, val) : undefined;
      // Whether the error is shown in the dialog, which may have been closed by then.
      let isShown = false;
      const saved = save.mutateAsync(
        { projectId, name, val, replaces, objectClass },
        { onSuccess: onClose, onError: () => (isShown = true) },
      );
      saved.then(
        ({ digest, version_index: version }) => {
          toast({
            title: `Saved ${name} ${versionName(version)}`,
            action: {
              label: "Open",
              onAction: () => router.push(objectPath(projectId, { kind: "object", name, digest })),
            },
          });
          draft.clear();
          onSaved({ name, digest, version });
        },
        (error: Error) => isShown || toast({ title: failureWords(error, "Could not save the prompt"), tone: "error" }),
      );
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const newer = save.error instanceof NewerVersion ? save.error.version : undefined;
  const options = [
    ...panes.map(({ id, model }, index) => ({ value: id, label: `Of pane ${index + 1}: ${model || "no model"}` })),
    { value: KEPT, label: before ? `As in ${versionName(before.version_index)}` : "None" },
  ];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Save prompt"
      description="Saves the messages and the model settings as an object in this project. Values of variables are not saved."
    >
      <form className="grid gap-3" onSubmit={onSubmit(() => submit())}>
        <Field label="Name" hint={nameHint(source, isVersion)}>
          {(control) => (
            <Input
              {...control}
              value={draft.fields.name}
              required
              maxLength={NAME_CHARS}
              onChange={(event) => {
                save.reset();
                draft.change({ name: event.target.value });
              }}
            />
          )}
        </Field>
        <VersionMessage
          message={draft.fields.message}
          placeholder="What you changed and why"
          onChange={(message) => draft.change({ message })}
        />
        <Field label="Model settings" hint="Model, parameters, tools and output schema.">
          {(control) => (
            <Select {...control} options={options} value={settings} onValueChange={setSettings} className="w-full" />
          )}
        </Field>
        <DraftNote draft={draft} />
        {!mayWrite && <InlineBanner>Saving requires the member role on this project.</InlineBanner>}
        {source && <BaseNote source={source} base={base} />}
        {problem && <InlineBanner tone="error">Could not save the prompt: {problem}</InlineBanner>}
        {save.error && !newer && (
          <InlineBanner tone="error">{failureWords(save.error, "Could not save the prompt")}</InlineBanner>
        )}
        {newer ? (
          <NewerVersionChoice
            projectId={projectId}
            latest={newer}
            base={isVersion ? before : undefined}
            isSaving={save.isPending}
            onSave={() => submit(newer.digest)}
          />
        ) : (
          <span>
            <Button
              type="submit"
              variant="primary"
              busy={save.isPending || (!isKnown && base.isReading)}
              disabled={name === "" || !mayWrite || !isKnown}
            >
              {isVersion ? "Save version" : "Save prompt"}
            </Button>
          </span>
        )}
      </form>
    </Dialog>
  );
}

function nameHint(source: PromptSource | undefined, isVersion: boolean): string {
  if (isVersion) return `Saved as a new version of ${source?.name}. Enter another name for a new prompt.`;
  return "Saved as a new prompt, or as a new version of the prompt with this name.";
}
