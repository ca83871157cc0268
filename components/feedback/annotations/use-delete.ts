"use client";

import { useMutation } from "@tanstack/react-query";
import { useCallback } from "react";

import { afterChange } from "@/components/undo/after-change";
import { offerUndo, undoWith } from "@/components/undo/pending-undos";
import type { ObjectVersion } from "@/lib/contract/objects";
import { deleteSpec } from "@/lib/queries/annotations";

/** Deletes all versions of an annotation, and offers to publish them again. Existing answers are kept. */
export function useDelete(projectId: string): (version: ObjectVersion) => void {
  const { mutateAsync } = useMutation(deleteSpec(projectId));
  return useCallback(
    ({ object_id: id }) => {
      const title = `Deleted annotation ${id}. Its answers are kept.`;
      const offer = (versions: readonly ObjectVersion[]) =>
        offerUndo({
          id: `annotation ${projectId} ${id}`,
          title,
          requests: versions.map(({ val }) =>
            undoWith("objCreate", { obj: { project_id: projectId, object_id: id, val } }),
          ),
          refreshes: ["objects"],
        });
      afterChange(mutateAsync(id), "Could not delete the annotation", offer);
    },
    [mutateAsync, projectId],
  );
}
