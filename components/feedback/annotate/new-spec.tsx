"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { allows } from "@/lib/contract/grants";
import { ownKey } from "@/lib/queries/keys";

const SpecDialog = dynamic(async () => (await import("./spec-dialog")).SpecDialog, { ssr: false });

/** Opens the dialog that makes an annotation. */
export function NewSpec({ projectId }: { projectId: string }) {
  const { data: own } = useQuery(ownKey());
  const [isOpen, setOpen] = useState<boolean>();
  const mayMake = !own || allows(own.roles, projectId, "member");
  return (
    <>
      <Button
        icon={Plus}
        onClick={() => setOpen(true)}
        disabled={!mayMake}
        title={mayMake ? undefined : "Your key may not make annotations here: that takes the role member"}
      >
        New annotation
      </Button>
      {isOpen !== undefined && <SpecDialog projectId={projectId} open={isOpen} onOpenChange={setOpen} />}
    </>
  );
}
