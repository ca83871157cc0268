"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import Link from "next/link";

import { IconButton } from "@/components/ui/icon-button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { usePreference } from "@/components/ui/use-preference";
import { projectPath, withAnchor } from "@/lib/format/address";
import { counted } from "@/lib/format/number";
import { refusalsList } from "@/lib/queries/projects";

const refusalsMs = 10_000;

function parseCount(stored: string): number | undefined {
  const count = Number(stored);
  return Number.isSafeInteger(count) ? count : undefined;
}

/** Reports items that were rejected since the banner was last dismissed, with a link to the reasons. */
export function RefusedBanner({ projectId }: { projectId: string }) {
  const { data } = useQuery({ ...refusalsList(projectId), refetchInterval: refusalsMs });
  const [seen, setSeen] = usePreference<number>(`refused:${projectId}`, 0, parseCount);
  const count = data?.count ?? 0;
  // Fewer than seen before: the project was created again.
  const unseen = count < seen ? count : count - seen;
  if (unseen === 0) return undefined;
  return (
    <InlineBanner
      tone="warning"
      className="mx-4 mt-3"
      action={<IconButton icon={X} label="Dismiss" size="small" onClick={() => setSeen(count)} />}
    >
      {counted(unseen, "item")} sent to this project {unseen === 1 ? "was" : "were"} rejected.{" "}
      <Link href={withAnchor(projectPath(projectId), "refused")} className="underline">
        See why
      </Link>
    </InlineBanner>
  );
}
