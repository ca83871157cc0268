import { SearchX } from "lucide-react";

import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { MissingExtension } from "@/components/ui/missing-extension";
import { FilterError } from "@/lib/filter/filter";
import type { CallsView } from "@/lib/filter/calls-view";
import { callsPath } from "@/lib/format/address";

export interface FailedListProps {
  /** One in the filter, or a missing endpoint. */
  error: Error;
  projectId: string;
  onChange: (change: Partial<CallsView>) => void;
}

/** Why nothing is listed, for an error that a retry cannot fix. */
export function FailedList({ error, projectId, onChange }: FailedListProps) {
  // Errors in the filter are shown below the filter box.
  if (error instanceof FilterError)
    return (
      <EmptyState icon={SearchX} title="Invalid filter" description="Fix the filter above, or clear it.">
        <Button onClick={() => onChange({ q: "" })}>Clear filter</Button>
      </EmptyState>
    );
  return <MissingExtension lacks="list traces" endpoint="callsStreamQuery" under={callsPath(projectId)} isSection />;
}
