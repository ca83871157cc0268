"use client";

import Link from "next/link";

import { buttonClass } from "@/components/ui/button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { useOtherDrafts } from "@/components/ui/use-draft";
import { tablePath, withSearch } from "@/lib/format/address";

import { rowDraftsKey } from "./use-edits";

/** The user's drafts of a dataset's next version, of whichever table they are based on. */
export function TableDrafts({ projectId, name }: { projectId: string; name: string }) {
  const start = rowDraftsKey(projectId, name);
  const drafts = useOtherDrafts(start, "");
  if (drafts.length === 0) return undefined;
  return (
    <InlineBanner className="mx-4 my-2">
      <span className="flex flex-wrap items-center gap-2">
        You have {drafts.length === 1 ? "edited rows that are" : "drafts of rows that are"} not saved.
        {drafts.map(({ key, about }) => (
          <Link
            key={key}
            href={withSearch(tablePath(projectId, key.slice(start.length)), { edit: "true" })}
            className={buttonClass("secondary", "small")}
          >
            {about === undefined ? "Open draft" : `Open draft based on ${about}`}
          </Link>
        ))}
      </span>
    </InlineBanner>
  );
}
