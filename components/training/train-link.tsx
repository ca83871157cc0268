"use client";

import { GraduationCap } from "lucide-react";
import Link from "next/link";

import { Button, buttonClass } from "@/components/ui/button";
import { newTrainingPath } from "@/lib/format/address";
import { formatCount } from "@/lib/format/number";

/** Calls that an address can name. */
const MOST = 300;

/** Leads to a new training job of the chosen calls. */
export function TrainLink({ projectId, callIds }: { projectId: string; callIds: readonly string[] }) {
  if (callIds.length > MOST)
    return (
      <Button
        variant="ghost"
        icon={GraduationCap}
        disabled
        title={`More than ${formatCount(MOST)} calls. Select them with a filter in a new training job instead`}
      >
        Train on these
      </Button>
    );
  return (
    <Link
      href={newTrainingPath(projectId, { source: "calls", ids: callIds.join(",") })}
      title="Rewards come from their feedback"
      className={buttonClass("ghost")}
    >
      <GraduationCap aria-hidden className="size-3.5" />
      Train on these
    </Link>
  );
}
