"use client";

import { FilePlus2 } from "lucide-react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { useMay } from "@/lib/queries/use-may";

import { PublishDialog } from "../publish/publish-dialog";

/** Publishes a first version, if the user may. */
export function NewObject({ projectId }: { projectId: string }) {
  const [isOpen, setOpen] = useState(false);
  if (!useMay(projectId, "member")) return undefined;
  return (
    <>
      <Button icon={FilePlus2} onClick={() => setOpen(true)}>
        New object
      </Button>
      {isOpen && <PublishDialog projectId={projectId} onClose={() => setOpen(false)} />}
    </>
  );
}
