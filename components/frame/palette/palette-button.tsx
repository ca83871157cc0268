"use client";

import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";

import { IconButton } from "@/components/ui/icon-button";
import { useShortcuts } from "@/components/ui/shortcuts";

const CommandPalette = dynamic(() => import("./command-palette").then((module) => module.CommandPalette));

/** Opens the command palette, from the top bar and by shortcut. */
export function PaletteButton({ projectId }: { projectId?: string }) {
  const [open, setOpen] = useState(false);
  useShortcuts("Everywhere", [
    { keys: "mod+k", description: "Go to any page, project, ID or ref", whileTyping: true, run: () => setOpen(true) },
  ]);
  return (
    <>
      <IconButton icon={Search} label="Go to…" shortcut="mod+k" onClick={() => setOpen(true)} />
      {open && <CommandPalette projectId={projectId} onClose={() => setOpen(false)} />}
    </>
  );
}
