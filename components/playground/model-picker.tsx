"use client";

import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { Check, ChevronDown } from "lucide-react";
import { useState } from "react";

import { cn } from "@/components/ui/cn";
import { controlClass } from "@/components/ui/input";
import { ModelDot } from "@/components/ui/model-colors";
import { Popover } from "@/components/ui/popover";
import { formatCount } from "@/lib/format/number";
import { modelsList } from "@/lib/queries/models";

interface ModelPickerProps {
  /** Which pane's, from 1. */
  place: number;
  model: string;
  problem: string | undefined;
  onChange: (model: string) => void;
}

const itemClass =
  "flex min-h-7 cursor-pointer items-center gap-2 rounded-[5px] px-2 py-1 data-[selected=true]:bg-hover";

/** A model by its id: one of those that can be called, or any other that is typed. */
export function ModelPicker({ place, model, problem, onChange }: ModelPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const { data: models = [], isPending, error } = useQuery(modelsList());
  const choose = (id: string) => {
    onChange(id);
    setOpen(false);
    setTyped("");
  };
  const other = typed.trim();
  const isOther = other !== "" && !models.some(({ id }) => id === other);
  const trigger = (
    <button
      type="button"
      aria-label={`Model of pane ${place}${model === "" ? "" : `: ${model}`}`}
      className={cn(
        controlClass,
        "flex h-7 min-w-0 flex-1 items-center gap-1.5 text-left font-medium",
        problem && "border-error",
      )}
    >
      <ModelDot model={model} />
      <span className={cn("min-w-0 flex-1 truncate", model === "" && "font-normal text-muted")} title={model}>
        {model || "Choose a model"}
      </span>
      <ChevronDown aria-hidden className="size-3.5 shrink-0 text-muted" />
    </button>
  );
  return (
    <Popover
      label="Models"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={trigger}
      className="w-80 max-w-[calc(100vw-32px)] p-1"
    >
      <Command label="Models" className="flex min-h-0 flex-col">
        <Command.Input
          value={typed}
          onValueChange={setTyped}
          placeholder="Find a model or enter its id"
          className={cn(controlClass, "mb-1 h-7")}
        />
        <Command.List label="Models" className="max-h-80 overflow-auto overscroll-contain">
          {isPending && <Command.Loading>Loading models…</Command.Loading>}
          {models.map(({ id, owned_by: owner, max_model_len: length }) => (
            <Command.Item key={id} value={id} onSelect={() => choose(id)} className={itemClass}>
              <ModelDot model={id} />
              <span className="min-w-0 flex-1 wrap-anywhere">{id}</span>
              <span className="shrink-0 text-label text-muted">
                {length === undefined ? owner : `${formatCount(length)} tokens`}
              </span>
              {id === model && <Check aria-hidden className="size-3.5 shrink-0 text-accent-ink" />}
            </Command.Item>
          ))}
          {isOther && (
            <Command.Item forceMount value={`use ${other}`} onSelect={() => choose(other)} className={itemClass}>
              Use “{other}”
            </Command.Item>
          )}
          {models.length === 0 && !isPending && (
            <p className="px-2 py-1 text-meta text-muted">
              {error
                ? `Could not load the models:  ${error.message}`
                : "No models available. Set LOUPE_UPSTREAMS, or start Ollama, vLLM, llama.cpp or LM Studio on the service's machine."}
            </p>
          )}
        </Command.List>
      </Command>
    </Popover>
  );
}
