"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

import { idPlaces } from "@/lib/queries/ids";

/** Milliseconds between two checks whether the ID has become that of something else, such as a trace. */
const AGAIN_MS = 2_000;

/** Leads from the page of an ID that is not of what the page shows, while `isMissing`, to what the ID belongs to. */
export function useIdElsewhere(
  { projectId, id, href: here }: { projectId: string; id: string; href: string },
  isMissing = true,
): void {
  const router = useRouter();
  const query = idPlaces(projectId, id);
  const { data: places } = useQuery({
    ...query,
    enabled: query.enabled && isMissing,
    refetchInterval: ({ state }) => (state.data?.length === 0 ? AGAIN_MS : false),
  });
  const other = isMissing ? places?.find(({ href }) => href !== here) : undefined;
  useEffect(() => {
    if (other) router.replace(other.href);
  }, [router, other]);
}
