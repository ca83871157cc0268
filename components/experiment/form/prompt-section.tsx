"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { MessageSquareText, X } from "lucide-react";
import Link from "next/link";
import { useState } from "react";

import { ModelPicker } from "@/components/parameters/model-picker";
import { PromptList } from "@/components/pickers/prompt-list";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Fold } from "@/components/ui/fold";
import { IconButton } from "@/components/ui/icon-button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { ModelDot } from "@/components/ui/model-colors";
import { readAnyRef } from "@/lib/contract/refs";
import { versionName } from "@/lib/contract/version-name";
import { modelsOf, paneOf, turnsOf } from "@/lib/experiment/new-experiment";
import { objectPath } from "@/lib/format/address";
import { counted } from "@/lib/format/number";
import { changedParameters, makeDocument } from "@/lib/playground/document";
import { applyEdit, type Edit } from "@/lib/playground/edit";
import { ParametersPanel } from "@/components/parameters/parameters-panel";
import { readPromptFields } from "@/lib/queries/experiment-start";
import { objectVersion } from "@/lib/queries/objects";

import type { FormFields } from "./form-fields";
import { Section } from "./section";
import { unservedText } from "./use-unserved";

interface PromptSectionProps extends FormFields {
  /** Models that no model server has. */
  unserved: readonly string[];
}

/** What is sent for each row, without the values of its variables. */
export function PromptSection({ projectId, fields, problems, unserved, onChange }: PromptSectionProps) {
  const [isChoosing, setChoosing] = useState(false);
  const reading = useMutation({
    mutationFn: (chosen: { name: string; version: string }) =>
      readPromptFields(projectId, chosen, undefined, undefined, fields),
    onSuccess: (prompt) => {
      onChange(prompt);
      setChoosing(false);
    },
  });
  const pane = paneOf(fields);
  const modelProblem = problems.model ?? unservedText(unserved.filter((model) => model === fields.model));
  const changed = changedParameters(pane.parameters).length;
  const edit = (made: Edit) => {
    const before = { ...makeDocument({ turns: [], panes: [] }), panes: [pane] };
    const [after] = applyEdit(before, made).panes;
    if (after) onChange({ model: after.model, parameters: JSON.stringify(after.parameters) });
  };
  return (
    <Section title="Prompt and model">
      <Field label="Prompt" error={problems.messages}>
        {({ id: _named, ...control }) => (
          <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
            <PromptName projectId={projectId} fields={fields} />
            <Button {...control} icon={MessageSquareText} onClick={() => setChoosing(true)}>
              {fields.messages === "[]" ? "Choose a prompt" : "Change prompt"}
            </Button>
          </span>
        )}
      </Field>
      <Field label="Model" error={modelProblem}>
        {() => (
          <span className="flex max-w-96">
            <ModelPicker
              label="Model"
              model={fields.model}
              problem={modelProblem}
              onChange={(model) => onChange({ model })}
            />
          </span>
        )}
      </Field>
      <OtherModels
        fields={fields}
        problem={unservedText(unserved.filter((model) => model !== fields.model))}
        onChange={onChange}
      />
      <div className="grid gap-1">
        <Fold summary={changed > 0 ? `Parameters, ${changed} changed` : "Parameters"}>
          <div className="h-96 max-w-120 overflow-hidden rounded-control border border-line">
            <ParametersPanel pane={pane} place={1} paneCount={1} problems={[]} edit={edit} />
          </div>
        </Fold>
        {problems.parameters !== undefined && <p className="text-meta text-error">{problems.parameters}</p>}
      </div>
      <Dialog
        open={isChoosing}
        onOpenChange={setChoosing}
        title="Choose a prompt"
        description="Its messages are sent for each row, with its model and parameters if it has them."
      >
        <div className="grid gap-2">
          <PromptList projectId={projectId} onChoose={(name, version) => reading.mutate({ name, version })} />
          {reading.error && (
            <InlineBanner tone="error">Could not open the prompt: {reading.error.message}</InlineBanner>
          )}
        </div>
      </Dialog>
    </Section>
  );
}

/** Further models, each of which is run as an experiment of its own. */
function OtherModels({
  fields,
  problem,
  onChange,
}: Pick<FormFields, "fields" | "onChange"> & { problem: string | undefined }) {
  const [, ...others] = modelsOf(fields);
  const change = (models: readonly string[]) => onChange({ others: JSON.stringify(models) });
  if (fields.model === "") return null;
  return (
    <Field label="Also run with" error={problem}>
      {() => (
        <span className="grid max-w-96 gap-1.5">
          {others.map((model) => (
            <span key={model} className="flex min-w-0 items-center gap-1.5">
              <ModelDot model={model} />
              <bdi className="min-w-0 flex-1 truncate" title={model}>
                {model}
              </bdi>
              <IconButton
                icon={X}
                label={`Remove ${model}`}
                size="small"
                onClick={() => change(others.filter((one) => one !== model))}
              />
            </span>
          ))}
          <ModelPicker
            label="Another model"
            model=""
            problem={undefined}
            onChange={(model) => change([...others, model])}
          />
        </span>
      )}
    </Field>
  );
}

function PromptName({ projectId, fields }: Pick<FormFields, "projectId" | "fields">) {
  const ref = readAnyRef(fields.prompt);
  const { name, digest } = ref && "name" in ref ? ref : { name: "", digest: "" };
  const { data: version } = useQuery({ ...objectVersion({ projectId, name, digest }), enabled: name !== "" });
  const messages = counted(turnsOf(fields).length, "message");
  if (fields.messages === "[]") return null;
  if (name === "") return <span>{messages}, not from a saved prompt</span>;
  return (
    <span className="min-w-0 truncate">
      <Link
        href={objectPath(projectId, { kind: "object", name, digest })}
        title={name}
        className="font-medium hover:underline"
      >
        <bdi>{name}</bdi>
        {version && <span className="font-normal text-muted"> {versionName(version.version_index)}</span>}
      </Link>
      <span className="text-muted"> · {messages}</span>
    </span>
  );
}
