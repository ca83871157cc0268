"use client";

import { ChevronDown } from "lucide-react";
import { useState } from "react";

import { cn } from "@/components/ui/cn";
import { controlClass } from "@/components/ui/input";
import { ModelDot } from "@/components/ui/model-colors";
import { onDemand } from "@/components/ui/on-demand";
import { Popover } from "@/components/ui/popover";

const choices = onDemand(() => import("./model-choices"));

interface ModelPickerProps {
  /** Names the control: "Model of pane 1". */
  label: string;
  model: string;
  problem: string | undefined;
  onChange: (model: string) => void;
}

/** Selects a model by id: an available one, or any other that is typed. */
export function ModelPicker({ label, model, problem, onChange }: ModelPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const loaded = choices.useNeeded(isOpen, () => setOpen(false));
  const choose = (id: string) => {
    onChange(id);
    setOpen(false);
  };
  const trigger = (
    <button
      type="button"
      aria-label={model === "" ? label : `${label}: ${model}`}
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
      open={isOpen && loaded !== undefined}
      onOpenChange={setOpen}
      trigger={trigger}
      className="w-80 max-w-[calc(100vw-32px)] p-1"
    >
      {loaded && <loaded.ModelChoices model={model} onChoose={choose} />}
    </Popover>
  );
}
