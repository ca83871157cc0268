"use client";

import { Columns2, Rows2 } from "lucide-react";

import { IconButton } from "@/components/ui/icon-button";

interface DiffLayoutToggleProps {
  layout: "split" | "unified";
  onChange: (layout: "split" | "unified") => void;
}

/** Side by side, or unified. */
export function DiffLayoutToggle({ layout, onChange }: DiffLayoutToggleProps) {
  return (
    <div role="group" aria-label="Layout" className="ml-auto flex">
      <IconButton
        icon={Columns2}
        label="Side by side"
        size="small"
        aria-pressed={layout === "split"}
        onClick={() => onChange("split")}
      />
      <IconButton
        icon={Rows2}
        label="Unified"
        size="small"
        aria-pressed={layout === "unified"}
        onClick={() => onChange("unified")}
      />
    </div>
  );
}
