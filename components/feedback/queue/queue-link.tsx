"use client";

import { ListChecks } from "lucide-react";
import Link from "next/link";

import { Button, buttonClass } from "@/components/ui/button";
import { newQueuePath } from "@/lib/format/address";
import { formatCount } from "@/lib/format/number";

/** Maximum number of calls in an address. */
const MOST = 300;

/** Links to a new annotation queue with the selected calls. */
export function QueueLink({ projectId, callIds }: { projectId: string; callIds: readonly string[] }) {
  if (callIds.length > MOST)
    return (
      <Button
        variant="ghost"
        icon={ListChecks}
        disabled
        title={`More than ${formatCount(MOST)} calls: create the queue from a filter instead`}
      >
        New queue
      </Button>
    );
  return (
    <Link
      href={newQueuePath(projectId, { ids: callIds.join(",") })}
      title="Annotate the selected calls one by one"
      className={buttonClass("ghost")}
    >
      <ListChecks aria-hidden className="size-3.5" />
      New queue
    </Link>
  );
}
