"use client";

import { useQuery } from "@tanstack/react-query";

import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { ObjectVersion } from "@/lib/contract/objects";
import { objectVersion } from "@/lib/queries/objects";
import { tableCount, type TableParams } from "@/lib/queries/tables";

import { EditRows } from "./edit-rows";

interface EditTabProps {
  params: TableParams;
  /** The version whose rows these are. */
  dataset: ObjectVersion;
  onClose: () => void;
}

/** Reads what is needed to edit the rows of a dataset. */
export function EditTab({ params, dataset, onClose }: EditTabProps) {
  const read = { projectId: params.projectId, name: dataset.object_id };
  const version = useQuery(objectVersion({ ...read, digest: dataset.digest }));
  const latest = useQuery(objectVersion({ ...read, digest: "latest" }));
  const count = useQuery(tableCount(params));
  const failed = [version, latest, count].find(({ isError, data }) => isError && data === undefined);
  if (failed?.error)
    return (
      <ErrorState
        title={failed.error.message}
        error={failed.error}
        onRetry={() => void failed.refetch()}
        retrying={failed.isFetching}
      />
    );
  if (!version.data || !latest.data || count.data === undefined)
    return (
      <div role="status" aria-label="Loading the editor" className="grid gap-2 p-4">
        <Skeleton className="w-1/3" />
        <Skeleton className="w-1/2" />
      </div>
    );
  return (
    <EditRows
      key={params.digest}
      params={params}
      count={count.data}
      version={version.data}
      latest={latest.data}
      onClose={onClose}
    />
  );
}
