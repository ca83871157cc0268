"use client";

import { useMutation } from "@tanstack/react-query";
import { useCallback } from "react";

import { toast } from "@/components/ui/toast-store";
import { offerUndo, undoWith } from "@/components/undo/pending-undos";
import type { ObjectVersion } from "@/lib/contract/objects";
import { retireSpec } from "@/lib/queries/annotations";

/** Retires an annotation, all versions of it, and offers to publish them again. Answers that were given stay. */
export function useRetire(projectId: string): (version: ObjectVersion) => void {
  const { mutateAsync } = useMutation(retireSpec(projectId));
  return useCallback(
    ({ object_id: id }) => {
      const title = `Retired annotation ${id}`;
      const offer = (versions: readonly ObjectVersion[]) =>
        offerUndo({
          id: `annotation ${projectId} ${id}`,
          title,
          requests: versions.map(({ val }) =>
            undoWith("objCreate", { obj: { project_id: projectId, object_id: id, val } }),
          ),
          refreshes: ["objects"],
        });
      const showError = ({ message }: Error) =>
        toast({ title: "Could not retire the annotation", description: message, tone: "error" });
      mutateAsync(id).then(offer, showError);
    },
    [mutateAsync, projectId],
  );
}
