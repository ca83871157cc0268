"use client";

import { Plus } from "lucide-react";
import Link from "next/link";

import { Button, buttonClass } from "@/components/ui/button";
import { newTrainingPath } from "@/lib/format/address";
import { useMay } from "@/lib/queries/use-may";

import { MAY_NOT_TRAIN } from "./may-not-train";

/** Links to the form; disabled with a reason if the key may not train. */
export function NewJobLink({ projectId }: { projectId: string }) {
  if (!useMay(projectId, "member"))
    return (
      <Button icon={Plus} disabled title={MAY_NOT_TRAIN}>
        New job
      </Button>
    );
  return (
    <Link href={newTrainingPath(projectId)} className={buttonClass("primary")}>
      <Plus aria-hidden className="size-3.5" />
      New job
    </Link>
  );
}
