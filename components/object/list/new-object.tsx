"use client";

import { useQuery } from "@tanstack/react-query";
import { FilePlus2 } from "lucide-react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { allows } from "@/lib/contract/grants";
import { ownKey } from "@/lib/queries/keys";

import { PublishDialog } from "../publish/publish-dialog";

/** Publishes a first version by hand, for who may. */
export function NewObject({ projectId }: { projectId: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data: own } = useQuery(ownKey());
  if (own && !allows(own.roles, projectId, "member")) return undefined;
  return (
    <>
      <Button icon={FilePlus2} onClick={() => setOpen(true)}>
        New object
      </Button>
      {isOpen && <PublishDialog projectId={projectId} onClose={() => setOpen(false)} />}
    </>
  );
}
