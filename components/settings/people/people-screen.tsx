"use client";

import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";

import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { patternsWith } from "@/lib/contract/grants";
import { ownKey } from "@/lib/queries/keys";

import { NoPeople } from "./no-people";
import { PeopleList } from "./people-list";

/** The people that this user may manage, or the reason why there are none. */
export function PeopleScreen({ serviceName }: { serviceName: string }) {
  const { data: own, error, refetch, isFetching } = useQuery(ownKey());
  if (isMissingEndpoint(error)) return <NoPeople serviceName={serviceName} />;
  if (error && !own)
    return (
      <ErrorState isPage title={error.message} error={error} onRetry={() => void refetch()} retrying={isFetching} />
    );
  if (!own) return <TableSkeleton rows={4} label="Loading people" />;
  if (patternsWith(own.roles, "admin").length > 0) return <PeopleList owner={own.owner} serviceName={serviceName} />;
  return (
    <EmptyState
      isPage
      icon={Users}
      title="People are managed by admins"
      description={
        <>
          You are signed in as <bdi>{own.owner}</bdi>, who is not an admin of any project. Ask a project admin to invite
          people or to change their roles.
        </>
      }
    />
  );
}
