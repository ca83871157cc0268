"use client";

import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { useMay } from "@/lib/queries/use-may";

const SpecDialog = dynamic(async () => (await import("./spec-dialog")).SpecDialog, { ssr: false });

/** Opens the dialog that creates an annotation. */
export function NewSpec({ projectId }: { projectId: string }) {
  const [isOpen, setOpen] = useState<boolean>();
  const mayMake = useMay(projectId, "member");
  return (
    <>
      <Button
        icon={Plus}
        onClick={() => setOpen(true)}
        disabled={!mayMake}
        title={mayMake ? undefined : "Creating annotations requires the member role on this project."}
      >
        New annotation
      </Button>
      {isOpen !== undefined && <SpecDialog projectId={projectId} open={isOpen} onOpenChange={setOpen} />}
    </>
  );
}
