"use client";

import { useQuery } from "@tanstack/react-query";

import { isNotFound } from "@/lib/client/api-error";
import type { ObjectVersion } from "@/lib/contract/objects";
import type { PromptSource } from "@/lib/playground/document";
import { objectVersion } from "@/lib/queries/objects";

export interface PromptBase {
  /** The version that a new one is based on; undefined until it is read, and if there is none. */
  version: ObjectVersion | undefined;
  /** Whether the version that the text comes from does not exist any more, so that this is the latest one. */
  isGone: boolean;
  /** Whether it is known what a new version is based on, even if that is nothing. */
  isKnown: boolean;
  isReading: boolean;
  error: Error | null;
  retry: () => void;
}

/** The version that a new one is based on: the one that the text comes from, or the latest one if that was deleted. */
export function usePromptBase(projectId: string, source: PromptSource | undefined): PromptBase {
  const { name = "", digest = "" } = source ?? {};
  const own = useQuery({ ...objectVersion({ projectId, name, digest }), enabled: source !== undefined });
  const isGone = isAbsent(own);
  const latest = useQuery({ ...objectVersion({ projectId, name, digest: "latest" }), enabled: isGone });
  const read = isGone ? latest : own;
  const version = isAbsent(read) ? undefined : read.data;
  const isKnown = source === undefined || version !== undefined || (isGone && isAbsent(latest));
  return {
    version,
    isGone,
    isKnown,
    isReading: read.isFetching,
    error: isKnown ? null : read.error,
    retry: () => void read.refetch(),
  };
}

interface Read {
  data: ObjectVersion | undefined;
  error: Error | null;
}

function isAbsent({ data, error }: Read): boolean {
  return isNotFound(error) || data?.deleted_at !== undefined;
}
