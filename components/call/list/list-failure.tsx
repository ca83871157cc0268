import { SearchX } from "lucide-react";
import type { ReactNode } from "react";

import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { MissingExtension } from "@/components/ui/missing-extension";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { FilterError } from "@/lib/filter/filter";
import type { CallsView } from "@/lib/filter/calls-view";
import { callsPath } from "@/lib/format/address";

interface Failure {
  error: Error | null;
  projectId: string;
  onChange: (change: Partial<CallsView>) => void;
}

/** Content for an error that a retry cannot fix; undefined for any other. */
export function listFailure({ error, projectId, onChange }: Failure): ReactNode {
  // Errors in the filter are shown below the filter box.
  if (error instanceof FilterError)
    return (
      <EmptyState icon={SearchX} title="Invalid filter" description="Fix the filter above, or clear it.">
        <Button onClick={() => onChange({ q: "" })}>Clear filter</Button>
      </EmptyState>
    );
  if (isMissingEndpoint(error))
    return <MissingExtension lacks="list traces" endpoint="callsStreamQuery" under={callsPath(projectId)} isSection />;
  return undefined;
}
