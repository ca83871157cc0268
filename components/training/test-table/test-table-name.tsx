import { useQuery } from "@tanstack/react-query";

import { TableName } from "@/components/pickers/table-name";
import { readAnyRef } from "@/lib/contract/refs";
import { versionName } from "@/lib/contract/version-name";
import { isNotFound } from "@/lib/client/api-error";
import { objectVersion } from "@/lib/queries/objects";
import { tableOf } from "@/lib/table/table-of";

interface TestTableNameProps {
  projectId: string;
  /** Of a version of a dataset, or of a table. */
  testTable: string;
  /** Of the link. */
  className?: string;
}

/** The test table of a job with a link to it, or that it was deleted. */
export function TestTableName({ projectId, testTable, className }: TestTableNameProps) {
  const ref = readAnyRef(testTable);
  const { name, digest } = ref?.kind === "object" ? ref : { name: "", digest: "" };
  const version = useQuery({ ...objectVersion({ projectId, name, digest }), enabled: name !== "" });
  if (ref?.kind === "table")
    return <TableName projectId={projectId} table={ref.digest} dataset="" className={className} />;
  if (version.data?.deleted_at || isNotFound(version.error))
    return (
      <span className="min-w-0 truncate">
        <bdi>{name}</bdi>
        {version.data && <span className="text-muted"> {versionName(version.data.version_index)}</span>}
        <span className="text-warning"> (deleted)</span>
      </span>
    );
  const table = version.data && tableOf(version.data.val, projectId);
  if (table !== undefined)
    return <TableName projectId={projectId} table={table} dataset={testTable} className={className} />;
  return <bdi className="min-w-0 truncate">{name}</bdi>;
}
