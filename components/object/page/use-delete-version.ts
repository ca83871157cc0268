"use client";

import { useMutation } from "@tanstack/react-query";

import { toast } from "@/components/ui/toast-store";
import { afterChange } from "@/components/undo/after-change";
import { offerUndo, undoWith } from "@/components/undo/pending-undos";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionName } from "@/lib/contract/version-name";
import { deleteVersion } from "@/lib/queries/objects";

/** Maximum number of characters of values that the browser keeps for an undo. */
const KEPT_CHARS = 1_000_000;

/**
 * Whether deleting a version can be undone: the browser keeps its value, and the latest one's, to publish them again.
 */
export function canUndo(version: ObjectVersion, latest: ObjectVersion | undefined): boolean {
  return keptValues(version, latest).reduce((sum, { val }) => sum + val.text.length, 0) <= KEPT_CHARS;
}

/** Deletes a version, and offers to undo it if possible. */
export function useDeleteVersion() {
  const remove = useMutation(deleteVersion());
  return {
    isDeleting: remove.isPending,
    run: (version: ObjectVersion, latest: ObjectVersion | undefined) => {
      const { project_id, object_id, digest } = version;
      const title = `Deleted ${versionName(version.version_index)} of ${object_id}`;
      const offer = () => {
        if (!canUndo(version, latest)) return void toast({ title });
        offerUndo({
          id: `object ${project_id} ${object_id} ${digest}`,
          title,
          requests: keptValues(version, latest).map(({ val }) =>
            undoWith("objCreate", { obj: { project_id, object_id, val } }),
          ),
          refreshes: ["objects"],
        });
      };
      afterChange(
        remove.mutateAsync({ projectId: project_id, name: object_id, digest }),
        "Could not delete the version",
        offer,
      );
    },
  };
}

/** Published again in this order, the version exists again and the former latest is the latest. */
function keptValues(version: ObjectVersion, latest: ObjectVersion | undefined): ObjectVersion[] {
  return latest && latest.digest !== version.digest ? [version, latest] : [version];
}
