"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import type { ObjectVersion } from "@/lib/contract/objects";
import { versionMessages } from "@/lib/queries/prompt-versions";

/** The messages of a prompt's versions, by digest; undefined if it is no prompt. */
export function useVersionMessages(
  projectId: string,
  name: string,
  versions: readonly ObjectVersion[],
  isPrompt: boolean,
): Readonly<Record<string, string>> | undefined {
  const digests = useMemo(
    () => (isPrompt ? versions.filter(({ deleted_at: at }) => !at).map(({ digest }) => digest) : []),
    [versions, isPrompt],
  );
  const { data } = useQuery({
    ...versionMessages({ projectId, name, digests }),
    // Those of the versions that were already listed stay while more are read.
    placeholderData: (before) => before,
  });
  return isPrompt ? (data ?? none) : undefined;
}

const none: Readonly<Record<string, string>> = {};
