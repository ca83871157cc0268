"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";

import type { TableRowRef } from "@/lib/contract/table-refs";
import { versionName } from "@/lib/contract/version-name";
import { refPath } from "@/lib/format/address";
import { shortenMiddle } from "@/lib/format/shorten";
import { datasetsOf } from "@/lib/queries/tables";

/** Links to the row of a table that filled the variables of a completion. */
export function FilledFromNote({ projectId, row }: { projectId: string; row: TableRowRef }) {
  const { data: datasets } = useQuery(datasetsOf({ projectId, digest: row.digest }));
  const [dataset] = datasets ?? [];
  return (
    <p className="py-1 text-meta text-muted italic">
      Variables filled from{" "}
      <Link href={refPath(row)} className="underline">
        a row of{" "}
        {dataset ? (
          <>
            <bdi>{dataset.object_id}</bdi> {versionName(dataset.version_index)}
          </>
        ) : (
          `table ${shortenMiddle(row.digest, 12)}`
        )}
      </Link>
    </p>
  );
}
