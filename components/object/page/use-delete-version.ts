"use client";

import { useMutation } from "@tanstack/react-query";

import { toast } from "@/components/ui/toast-store";
import { offerUndo, undoWith } from "@/components/undo/pending-undos";
import type { ObjectVersion } from "@/lib/contract/objects";
import { deleteVersion } from "@/lib/queries/objects";

/** Characters of values that the browser keeps for an undo. */
const KEPT_CHARS = 1_000_000;

/** Whether deleting a version can be undone: the browser keeps its value, and the latest one's, to publish again. */
export function canUndo(version: ObjectVersion, latest: ObjectVersion | undefined): boolean {
  return keptValues(version, latest).reduce((sum, { val }) => sum + val.text.length, 0) <= KEPT_CHARS;
}

/** Deletes a version, and offers to take it back where that is possible. */
export function useDeleteVersion() {
  const remove = useMutation(deleteVersion());
  return {
    isDeleting: remove.isPending,
    run: (version: ObjectVersion, latest: ObjectVersion | undefined) => {
      const { project_id, object_id, digest } = version;
      const title = `Deleted v${version.version_index} of ${object_id}`;
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
      const tell = ({ message }: Error) =>
        toast({ title: "Could not delete the version", description: message, tone: "error" });
      // A promise: the page may be another by the time the answer comes, and the offer must be made all the same.
      remove.mutateAsync({ projectId: project_id, name: object_id, digest }).then(offer, tell);
    },
  };
}

/** Published again in this order, the version is there again and what was the latest is the latest. */
function keptValues(version: ObjectVersion, latest: ObjectVersion | undefined): ObjectVersion[] {
  return latest && latest.digest !== version.digest ? [version, latest] : [version];
}
