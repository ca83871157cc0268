"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import type { ObjectVersion } from "@/lib/contract/objects";
import { versionMessages } from "@/lib/queries/prompt-versions";

/** The messages of an object's versions, by digest; undefined if its versions have none. */
export function useVersionMessages(
  projectId: string,
  name: string,
  versions: readonly ObjectVersion[],
  hasMessages: boolean,
): Readonly<Record<string, string>> | undefined {
  const digests = useMemo(
    () => (hasMessages ? versions.filter(({ deleted_at: at }) => !at).map(({ digest }) => digest) : []),
    [versions, hasMessages],
  );
  const { data } = useQuery({
    ...versionMessages({ projectId, name, digests }),
    // Those of the versions that were already listed stay while more are read.
    placeholderData: (before) => before,
  });
  return hasMessages ? (data ?? none) : undefined;
}

const none: Readonly<Record<string, string>> = {};
