"use client";

import { useQuery } from "@tanstack/react-query";

import { Button } from "@/components/ui/button";
import { experiments } from "@/lib/queries/experiments";

import { experimentName } from "../experiment-name";

interface MissingBaselineProps {
  projectId: string;
  /** The id of the pinned baseline. */
  id: string;
  onAdd: () => void;
}

/** Offers to compare with the pinned baseline; nothing if it does not exist any more. */
export function MissingBaseline({ projectId, id, onAdd }: MissingBaselineProps) {
  const { data } = useQuery(experiments(projectId, [id]));
  const [baseline] = data ?? [];
  if (!baseline) return undefined;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5 text-meta text-muted">
      <p className="min-w-0 wrap-anywhere">
        The pinned baseline is <bdi className="text-ink">{experimentName(baseline)}</bdi>.
      </p>
      <Button size="small" onClick={onAdd}>
        Compare with the baseline
      </Button>
    </div>
  );
}
