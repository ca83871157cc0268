"use client";

import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { Check } from "lucide-react";
import { useParams } from "next/navigation";
import { useState } from "react";

import { cn } from "@/components/ui/cn";
import { controlClass } from "@/components/ui/input";
import { ModelDot } from "@/components/ui/model-colors";
import { projectIdOf } from "@/lib/format/address";
import { formatCount } from "@/lib/format/number";
import { modelsList } from "@/lib/queries/models";

const itemClass =
  "flex min-h-7 cursor-pointer items-center gap-2 rounded-[5px] px-2 py-1 data-[selected=true]:bg-hover";

/** The models that are available to the project of the page, and the id that is typed. */
export function ModelChoices({ model, onChoose }: { model: string; onChoose: (model: string) => void }) {
  const projectId = projectIdOf(useParams<{ entity: string; project: string }>());
  const [typed, setTyped] = useState("");
  const { data: models = [], isPending, error } = useQuery(modelsList(projectId));
  const other = typed.trim();
  const isOther = other !== "" && !models.some(({ id }) => id === other);
  return (
    <Command label="Models" className="flex min-h-0 flex-col">
      <Command.Input
        value={typed}
        onValueChange={setTyped}
        placeholder="Search models or enter a model name"
        className={cn(controlClass, "mb-1 h-7")}
      />
      <Command.List label="Models" className="max-h-80 overflow-auto overscroll-contain">
        {isPending && <Command.Loading>Loading models…</Command.Loading>}
        {models.map(({ id, owned_by: owner, max_model_len: length }) => (
          <Command.Item key={id} value={id} onSelect={() => onChoose(id)} className={itemClass}>
            <ModelDot model={id} />
            <span className="min-w-0 flex-1 wrap-anywhere">{id}</span>
            <span className="shrink-0 text-label text-muted">
              {length === undefined ? owner : `${formatCount(length)} tokens`}
            </span>
            {id === model && <Check aria-hidden className="size-3.5 shrink-0 text-accent-ink" />}
          </Command.Item>
        ))}
        {isOther && (
          // The value of the model that may replace it once the models are loaded, which is then selected.
          <Command.Item forceMount value={other} onSelect={() => onChoose(other)} className={itemClass}>
            Use “{other}”
          </Command.Item>
        )}
        {models.length === 0 && !isPending && (
          <p className="px-2 py-1 text-meta text-muted">
            {error
              ? `Could not load the models: ${error.message}`
              : "No models available for this project. Admins of all projects add model servers in the settings."}
          </p>
        )}
      </Command.List>
    </Command>
  );
}
