import { TestTube } from "lucide-react";
import Link from "next/link";

import { buttonClass } from "@/components/ui/button";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionRef } from "@/lib/contract/refs";
import { newExperimentPath } from "@/lib/format/experiment-address";
import type { TableParams } from "@/lib/queries/tables";

interface ToExperimentProps {
  params: TableParams;
  /** The version that has it as its rows. */
  dataset: ObjectVersion | undefined;
}

/** The link to the form that runs a prompt over the table. */
export function ToExperiment({ params: { projectId, digest }, dataset }: ToExperimentProps) {
  const ref = dataset && versionRef(projectId, { kind: "object", name: dataset.object_id, digest: dataset.digest });
  return (
    <Link
      href={newExperimentPath(projectId, { table: digest, ...(ref !== undefined && { dataset: ref }) })}
      prefetch={false}
      className={buttonClass()}
    >
      <TestTube aria-hidden className="size-3.5" />
      New experiment
    </Link>
  );
}
