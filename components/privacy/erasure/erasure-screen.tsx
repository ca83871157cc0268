"use client";

import { useQuery } from "@tanstack/react-query";
import { UserX } from "lucide-react";

import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { MissingExtension } from "@/components/ui/missing-extension";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { erasurePath } from "@/lib/format/privacy-address";
import { erasuresList } from "@/lib/queries/erasure";
import { useMay } from "@/lib/queries/use-may";

import { ErasureSection } from "./erasure-section";

/** Erasing the data of one user of the traced program, or the reason why that is not possible. */
export function ErasureScreen({ projectId }: { projectId: string }) {
  const isAdmin = useMay(projectId, "admin");
  const { data, error, isFetching, refetch } = useQuery({ ...erasuresList(projectId), enabled: isAdmin });
  if (!isAdmin)
    return (
      <EmptyState
        isPage
        icon={UserX}
        title="Only admins can erase a user's data"
        description="Erasing cannot be undone. Ask an admin of this project to do it."
      />
    );
  if (isMissingEndpoint(error))
    return <MissingExtension lacks="erase the data of a user" endpoint="erasureQuery" under={erasurePath(projectId)} />;
  if (error && !data)
    return (
      <ErrorState isPage title={error.message} error={error} onRetry={() => void refetch()} retrying={isFetching} />
    );
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid w-full max-w-180 grid-cols-1 content-start px-4 py-4">
        <ErasureSection projectId={projectId} level="h1" />
      </div>
    </div>
  );
}
