"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";

import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { patternsWith } from "@/lib/contract/grants";
import { ownKey } from "@/lib/queries/keys";
import { grantWords } from "@/lib/format/role-words";

import { KeyList } from "./key-list";

/** The settings page of keys, or the reason why this user has none. */
export function KeysScreen({ serviceName }: { serviceName: string }) {
  const { data: own, error, refetch, isFetching } = useQuery(ownKey());
  if (isMissingEndpoint(error))
    return (
      <EmptyState
        isPage
        icon={KeyRound}
        title="This service does not manage keys"
        description={`Keys for ${serviceName} are managed where the service is hosted.`}
      />
    );
  if (error && !own)
    return (
      <ErrorState isPage title={error.message} error={error} onRetry={() => void refetch()} retrying={isFetching} />
    );
  if (!own) return <TableSkeleton rows={4} label="Loading keys" />;
  if (patternsWith(own.roles, "admin").length > 0) return <KeyList />;
  return (
    <EmptyState
      isPage
      icon={KeyRound}
      title="Keys are managed by admins"
      description={
        <>
          Your key belongs to <bdi>{own.owner}</bdi>. Its roles: {grantWords(own.roles)}. Ask a project admin to create
          or revoke keys.
        </>
      }
    />
  );
}
