"use client";

import { useMutation } from "@tanstack/react-query";
import { useCallback } from "react";

import { afterChange } from "@/components/undo/after-change";
import { offerUndo, undoWith } from "@/components/undo/pending-undos";
import type { ObjectVersion } from "@/lib/contract/objects";
import { retireSpec } from "@/lib/queries/annotations";

/** Retires an annotation by deleting all its versions, and offers to publish them again. Existing answers are kept. */
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
      afterChange(mutateAsync(id), "Could not retire the annotation", offer);
    },
    [mutateAsync, projectId],
  );
}
