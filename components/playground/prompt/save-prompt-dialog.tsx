"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
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
import type { ObjectVersion } from "@/lib/contract/objects";
import { objectPath } from "@/lib/format/address";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import type { Pane, PromptSource, TurnFields } from "@/lib/playground/document";
import { promptToSave } from "@/lib/playground/prompt-document";
import { readPrompt, writePrompt } from "@/lib/prompt/prompt";
import { objectVersion } from "@/lib/queries/objects";
import { savePrompt } from "@/lib/queries/prompt-versions";
import { NewerVersion } from "@/lib/queries/publish-over";
import { useMay } from "@/lib/queries/use-may";

import { NewerVersionChoice } from "./newer-version-choice";

interface SavePromptDialogProps {
  projectId: string;
  turns: readonly TurnFields[];
  /** The version that they come from. */
  source: PromptSource | undefined;
  panes: readonly Pane[];
  /** The pane whose model settings are saved at first. */
  pane: string | undefined;
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
  const { data: read, isLoading } = useQuery({
    ...objectVersion({ projectId, name: source?.name ?? "", digest: source?.digest ?? "" }),
    enabled: source !== undefined,
  });
  const stored = read?.deleted_at === undefined ? read?.val : undefined;
  const save = useMutation(savePrompt());
  const isVersion = name === source?.name;
  const submit = (replaces = isVersion ? source.digest : undefined) => {
    setProblem(undefined);
    try {
      const base = stored && readPrompt(stored);
      const chosen = panes.find(({ id }) => id === settings);
      const prompt = promptToSave({ turns, settings: chosen, description: draft.fields.message.trim(), base });
      const val = writePrompt(prompt, name, isVersion ? stored : undefined);
      save.mutate(
        { projectId, name, val, replaces, objectClass: isVersion ? classFor(read, val) : undefined },
        {
          onSuccess: ({ digest, version_index: version }) => {
            toast({
              title: `Saved ${name} v${version}`,
              action: {
                label: "Open",
                onAction: () => router.push(objectPath(projectId, { kind: "object", name, digest })),
              },
            });
            draft.clear();
            onSaved({ name, digest, version });
          },
        },
      );
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const newer = save.error instanceof NewerVersion ? save.error.version : undefined;
  const failure = problem ?? (newer ? undefined : save.error?.message);
  const options = [
    ...panes.map(({ id, model }, index) => ({ value: id, label: `Of pane ${index + 1}: ${model || "no model"}` })),
    { value: KEPT, label: source ? `As in v${source.version}` : "None" },
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
              maxLength={128}
              onChange={(event) => {
                save.reset();
                draft.change({ name: event.target.value });
              }}
            />
          )}
        </Field>
        <Field label="Message of this version" hint="What changed; listed with the version.">
          {(control) => (
            <Input
              {...control}
              value={draft.fields.message}
              onChange={(event) => draft.change({ message: event.target.value })}
            />
          )}
        </Field>
        <Field label="Model settings" hint="Model, parameters, tools and output schema.">
          {(control) => (
            <Select {...control} options={options} value={settings} onValueChange={setSettings} className="w-full" />
          )}
        </Field>
        <DraftNote draft={draft} />
        {!mayWrite && <InlineBanner>Saving requires the member role on this project.</InlineBanner>}
        {failure && <InlineBanner tone="error">Could not save the prompt: {failure}</InlineBanner>}
        {newer ? (
          <NewerVersionChoice
            projectId={projectId}
            latest={newer}
            source={isVersion ? source : undefined}
            isSaving={save.isPending}
            onSave={() => submit(newer.digest)}
          />
        ) : (
          <span>
            <Button
              type="submit"
              variant="primary"
              busy={save.isPending || isLoading}
              disabled={name === "" || !mayWrite}
            >
              {isVersion ? "Save version" : "Save prompt"}
            </Button>
          </span>
        )}
      </form>
    </Dialog>
  );
}

/** The class of a stored prompt whose value does not name it. */
function classFor(read: ObjectVersion | undefined, val: JsonText): string | undefined {
  return JsonNode.parse(val).get("_class_name") ? undefined : read?.base_object_class;
}

function nameHint(source: PromptSource | undefined, isVersion: boolean): string {
  if (isVersion) return `Saved as a new version of ${source?.name}. Enter another name for a new prompt.`;
  return "Saved as a new prompt.";
}
