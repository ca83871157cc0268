"use client";

import { useQuery } from "@tanstack/react-query";
import { Server } from "lucide-react";

import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { isServiceAdmin } from "@/lib/contract/grants";
import { modelServers } from "@/lib/queries/connections";
import { ownKey } from "@/lib/queries/keys";

import { ServerList } from "./server-list";

/** The model servers of the service, for those who may manage them, or the reason why there are none. */
export function ModelServersScreen({ serviceName }: { serviceName: string }) {
  const { data: own, error, refetch, isFetching } = useQuery(ownKey());
  const isAdmin = own !== undefined && isServiceAdmin(own.roles);
  const { error: listError } = useQuery({ ...modelServers(), enabled: isAdmin });
  if (isMissingEndpoint(error) || isMissingEndpoint(listError))
    return (
      <EmptyState
        isPage
        icon={Server}
        title="This service does not manage model servers"
        description={`Model servers of ${serviceName} are configured where the service is hosted.`}
      />
    );
  if (error && !own)
    return (
      <ErrorState isPage title={error.message} error={error} onRetry={() => void refetch()} retrying={isFetching} />
    );
  if (!own) return <TableSkeleton rows={4} label="Loading model servers" />;
  if (isAdmin) return <ServerList />;
  return (
    <EmptyState
      isPage
      icon={Server}
      title="Model servers are managed by admins of all projects"
      description={
        <>
          They belong to no single project. Your key belongs to <bdi>{own.owner}</bdi>, who is not an admin of all
          projects. Ask one to add or change a model server.
        </>
      }
    />
  );
}
