"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useMemo } from "react";

import { Badge } from "@/components/ui/badge";
import { versionName } from "@/lib/contract/version-name";
import { isNotFound } from "@/lib/client/api-error";
import { objectPath } from "@/lib/format/address";
import type { PromptSource, TurnFields } from "@/lib/playground/document";
import { hasTurnsOf } from "@/lib/prompt/prompt-document";
import { readPrompt } from "@/lib/prompt/prompt";
import { objectVersion } from "@/lib/queries/objects";

interface PromptStateProps {
  projectId: string;
  source: PromptSource;
  turns: readonly TurnFields[];
}

/** The version that turns come from, and whether they are still the same. */
export function PromptState({ projectId, source, turns }: PromptStateProps) {
  const { name, digest, version } = source;
  const { data, error } = useQuery(objectVersion({ projectId, name, digest }));
  const isDeleted = data?.deleted_at !== undefined;
  const prompt = useMemo(() => (data && !isDeleted ? readPrompt(data.val) : undefined), [data, isDeleted]);
  return (
    <>
      <Link
        href={objectPath(projectId, { kind: "object", name, digest })}
        title={`${name} ${versionName(version)}`}
        className="flex min-w-0 items-baseline gap-1 text-meta text-accent-ink hover:underline"
      >
        <bdi className="truncate">{name}</bdi> <span className="shrink-0">{versionName(version)}</span>
      </Link>
      {prompt && !hasTurnsOf(turns, prompt) && <Badge tone="accent">changed</Badge>}
      {isDeleted && <Badge tone="warning">deleted</Badge>}
      {isNotFound(error) && <Badge tone="warning">not found</Badge>}
    </>
  );
}
