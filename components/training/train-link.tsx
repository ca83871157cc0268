"use client";

import { GraduationCap } from "lucide-react";
import Link from "next/link";

import { Button, buttonClass } from "@/components/ui/button";
import { newTrainingPath } from "@/lib/format/address";
import { formatCount } from "@/lib/format/number";

/** Maximum number of calls in an address. */
const MOST = 300;

/** Links to a new training job with the selected calls. */
export function TrainLink({ projectId, callIds }: { projectId: string; callIds: readonly string[] }) {
  if (callIds.length > MOST)
    return (
      <Button
        variant="ghost"
        icon={GraduationCap}
        disabled
        title={`More than ${formatCount(MOST)} calls: select them with a filter in a new training job instead`}
      >
        Train on selection
      </Button>
    );
  return (
    <Link
      href={newTrainingPath(projectId, { source: "calls", ids: callIds.join(",") })}
      title="Rewards come from the feedback on the selected calls"
      className={buttonClass("ghost")}
    >
      <GraduationCap aria-hidden className="size-3.5" />
      Train on selection
    </Link>
  );
}
