"use client";

import { useQuery } from "@tanstack/react-query";

import { MissingExtension } from "@/components/ui/missing-extension";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { alertsPath } from "@/lib/format/address";
import { alertsList } from "@/lib/queries/alerts";

import { AlertList } from "./alert-list";

/** The alerts of a project. */
export function AlertsScreen({ projectId }: { projectId: string }) {
  const { error } = useQuery(alertsList(projectId));
  if (isMissingEndpoint(error))
    return <MissingExtension lacks="have alerts" endpoint="alertsQuery" under={alertsPath(projectId)} />;
  return <AlertList projectId={projectId} />;
}
