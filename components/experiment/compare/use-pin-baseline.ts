"use client";

import { useMutation } from "@tanstack/react-query";

import { afterChange } from "@/components/undo/after-change";
import { offerUndo, undoWith } from "@/components/undo/pending-undos";
import type { CallRow } from "@/lib/contract/calls";
import { changePinned, datasetOf, evaluationOf, pinnedFor, type PinnedBaselines } from "@/lib/experiment/baseline";
import { baselineBody, pinBaseline } from "@/lib/queries/pin-baseline";

import { experimentName } from "../experiment-name";

/** Pins an experiment as the baseline of its dataset for the scores that it has, or pins it no longer. */
export function usePinBaseline(
  projectId: string,
  pinned: PinnedBaselines,
): (experiment: CallRow, scores: readonly string[], isPinned: boolean) => void {
  const { mutateAsync } = useMutation(pinBaseline(projectId));
  return (experiment, scores, isPinned) => {
    const evaluation = evaluationOf(experiment);
    if (evaluation === undefined) return;
    const dataset = datasetOf(evaluation);
    const before = pinnedFor(pinned, experiment);
    const name = experimentName(experiment);
    const experiments = changePinned(before, { id: experiment.id, scores, isPinned });
    afterChange(
      mutateAsync({ dataset, experiments }),
      `Could not ${isPinned ? "pin" : "unpin"} the baseline`,
      ({ digest }) =>
        offerUndo({
          id: `baseline ${projectId} ${dataset}`,
          title: isPinned ? `Pinned ${name} as the baseline` : `Unpinned the baseline ${name}`,
          requests: [undoWith("objCreate", baselineBody(projectId, { dataset, experiments: before }, digest))],
          refreshes: ["baselines"],
        }),
    );
  };
}
