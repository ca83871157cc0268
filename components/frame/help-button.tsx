"use client";

import { CircleHelp } from "lucide-react";
import { useState } from "react";

import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { onDemand } from "@/components/ui/on-demand";
import { useShortcuts } from "@/components/ui/shortcuts";

const shortcutList = onDemand(() => import("./shortcut-list"));

/** Lists the keyboard shortcuts of the open page. */
export function HelpButton() {
  const [open, setOpen] = useState(false);
  const list = shortcutList.useNeeded(open, () => setOpen(false));
  useShortcuts("Everywhere", [{ keys: "?", description: "Show keyboard shortcuts", run: () => setOpen(true) }]);
  return (
    <>
      <IconButton icon={CircleHelp} label="Keyboard shortcuts" shortcut="?" onClick={() => setOpen(true)} />
      <Dialog open={open && list !== undefined} onOpenChange={setOpen} title="Keyboard shortcuts">
        {list && <list.ShortcutList />}
      </Dialog>
    </>
  );
}
