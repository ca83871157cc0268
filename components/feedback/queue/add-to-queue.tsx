"use client";

import { ListPlus } from "lucide-react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { onDemand } from "@/components/ui/on-demand";
import { useShortcuts } from "@/components/ui/shortcuts";

const dialog = onDemand(() => import("./add-dialog"));

interface AddToQueueProps {
  projectId: string;
  callIds: readonly string[];
  size?: "small";
}

/** Adds calls to an annotation queue, by button or key. */
export function AddToQueue({ projectId, callIds, size }: AddToQueueProps) {
  const [isOpen, setOpen] = useState(false);
  const loaded = dialog.useNeeded(isOpen, () => setOpen(false));
  useShortcuts("Review", [{ keys: "q", description: "Add to queue", run: () => setOpen(true) }]);
  return (
    <>
      <Button variant="ghost" size={size} icon={ListPlus} onClick={() => setOpen(true)}>
        Add to queue
      </Button>
      {isOpen && loaded && <loaded.AddDialog projectId={projectId} callIds={callIds} onClose={() => setOpen(false)} />}
    </>
  );
}
