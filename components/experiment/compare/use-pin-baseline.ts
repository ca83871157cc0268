"use client";

import { useMutation } from "@tanstack/react-query";

import { afterChange } from "@/components/undo/after-change";
import { offerUndo, undoWith } from "@/components/undo/pending-undos";
import type { CallRow } from "@/lib/contract/calls";
import { evaluationOf, type PinnedBaselines } from "@/lib/experiment/baseline";
import { baselineBody, pinBaseline } from "@/lib/queries/pin-baseline";

import { experimentName } from "../experiment-name";

/** Pins an experiment as the baseline of its evaluation, or pins it no longer. */
export function usePinBaseline(
  projectId: string,
  pinned: PinnedBaselines,
): (experiment: CallRow, isPinned: boolean) => void {
  const { mutateAsync } = useMutation(pinBaseline(projectId));
  return (experiment, isPinned) => {
    const evaluation = evaluationOf(experiment);
    if (evaluation === undefined) return;
    const before = pinned.get(evaluation) ?? null;
    const name = experimentName(experiment);
    const change = mutateAsync({ evaluation, experiment: isPinned ? experiment.id : null });
    afterChange(change, `Could not ${isPinned ? "pin" : "unpin"} the baseline`, ({ digest }) =>
      offerUndo({
        id: `baseline ${projectId} ${evaluation}`,
        title: isPinned ? `Pinned ${name} as the baseline` : `Unpinned the baseline ${name}`,
        requests: [undoWith("objCreate", baselineBody(projectId, { evaluation, experiment: before }, digest))],
        refreshes: ["baselines"],
      }),
    );
  };
}
