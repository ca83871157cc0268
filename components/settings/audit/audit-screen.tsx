"use client";

import { useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";

import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { patternsWith } from "@/lib/contract/grants";
import { ownKey } from "@/lib/queries/keys";

import { AuditList } from "./audit-list";
import { NoLog } from "./no-log";

/** The audit log of the projects that this user administers, or the reason why there is none. */
export function AuditScreen({ serviceName }: { serviceName: string }) {
  const { data: own, error, refetch, isFetching } = useQuery(ownKey());
  if (isMissingEndpoint(error)) return <NoLog serviceName={serviceName} />;
  if (error && !own)
    return (
      <ErrorState isPage title={error.message} error={error} onRetry={() => void refetch()} retrying={isFetching} />
    );
  if (!own) return <TableSkeleton rows={12} label="Loading audit log" />;
  const managed = patternsWith(own.roles, "admin");
  if (managed.length > 0) return <AuditList managed={managed} serviceName={serviceName} />;
  return (
    <EmptyState
      isPage
      icon={ScrollText}
      title="The audit log is for admins"
      description={
        <>
          It has the changes and exports of a project, by whom and from where. Your key belongs to{" "}
          <bdi>{own.owner}</bdi>, who is not an admin of any project. Ask a project admin for a record or for access.
        </>
      }
    />
  );
}
