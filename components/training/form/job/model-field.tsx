"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { trainedModelsList } from "@/lib/queries/training";

const NewModelDialog = dynamic(async () => (await import("../../models/new-model-dialog")).NewModelDialog, {
  ssr: false,
});

interface ModelFieldProps {
  projectId: string;
  modelId: string;
  onChange: (modelId: string) => void;
  error?: string;
}

/** Selects a trainable model of the project, or creates one; typed by id if the service lists none. */
export function ModelField({ projectId, modelId, onChange, error }: ModelFieldProps) {
  const [isMaking, setMaking] = useState(false);
  const { data: models, error: refused } = useQuery(trainedModelsList(projectId));
  if (isMissingEndpoint(refused))
    return (
      <Field label="Model" hint="Enter the model ID. This service does not list trainable models." error={error}>
        {(control) => (
          <Input
            {...control}
            value={modelId}
            autoComplete="off"
            spellCheck={false}
            placeholder="01980b9c-0000-7000-8000-000000000000"
            onChange={(event) => onChange(event.target.value.trim())}
            className="font-mono text-meta"
          />
        )}
      </Field>
    );
  const known = models ?? [];
  const options = [
    { value: "", label: models?.length === 0 ? "None in this project yet" : "Choose a model" },
    ...known.map(({ id, name, base_model: base }) => ({ value: id, label: `${name} (base: ${base})` })),
    // The last model used in this browser may belong to another project.
    ...(modelId !== "" && models && !known.some(({ id }) => id === modelId)
      ? [{ value: modelId, label: `${modelId} (not in this project)` }]
      : []),
  ];
  return (
    <>
      <Field label="Model" error={error ?? refused?.message}>
        {(control) => (
          <span className="flex min-w-0 flex-wrap gap-2">
            <Select
              {...control}
              options={options}
              value={modelId}
              onValueChange={onChange}
              className="min-w-0 flex-1"
            />
            <Button icon={Plus} onClick={() => setMaking(true)}>
              New trainable model
            </Button>
          </span>
        )}
      </Field>
      {isMaking && (
        <NewModelDialog
          projectId={projectId}
          onClose={() => setMaking(false)}
          onMade={({ id }) => {
            onChange(id);
            setMaking(false);
          }}
        />
      )}
    </>
  );
}
