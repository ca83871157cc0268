"use client";

import { useMutation, useQuery } from "@tanstack/react-query";

import { afterChange } from "@/components/undo/after-change";
import { offerUndo, undoWith } from "@/components/undo/pending-undos";
import type { CallRow } from "@/lib/contract/calls";
import { evaluationOf, type PinnedBaselines } from "@/lib/experiment/baseline";
import { baselineBody, pinBaseline, pinnedBaselines } from "@/lib/queries/baselines";
import { useMay } from "@/lib/queries/use-may";

import { experimentName } from "../experiment-name";

const none: PinnedBaselines = new Map();

/** Pins an experiment as the baseline of its evaluation, or pins it no longer. */
export type PinExperiment = (experiment: CallRow, isPinned: boolean) => void;

/** The pinned baselines of a project, and how they are changed; `pin` is undefined for those who may not write. */
export function useBaselines(projectId: string): { pinned: PinnedBaselines; pin: PinExperiment | undefined } {
  const { data: pinned = none } = useQuery(pinnedBaselines(projectId));
  const { mutateAsync } = useMutation(pinBaseline(projectId));
  const mayWrite = useMay(projectId, "member");
  const pin: PinExperiment = (experiment, isPinned) => {
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
  return { pinned, pin: mayWrite ? pin : undefined };
}
