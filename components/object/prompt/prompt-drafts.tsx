"use client";

import Link from "next/link";

import { buttonClass } from "@/components/ui/button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { useOtherDrafts } from "@/components/ui/use-draft";
import type { ObjectVersion } from "@/lib/contract/objects";
import { objectPath, withSearch } from "@/lib/format/address";

import { promptDraftsKey } from "./use-prompt-draft";

/** The user's drafts of a prompt's next version, of whichever version they are based on. */
export function PromptDrafts({ version: { project_id: projectId, object_id: name } }: { version: ObjectVersion }) {
  const start = promptDraftsKey(projectId, name);
  const drafts = useOtherDrafts(start, "");
  if (drafts.length === 0) return undefined;
  const hrefOf = (digest: string) =>
    withSearch(objectPath(projectId, { kind: "object", name, digest }), { edit: "true" });
  return (
    <InlineBanner className="mx-4 mt-2">
      <span className="flex flex-wrap items-center gap-2">
        You have {drafts.length === 1 ? "a draft that is" : "drafts that are"} not saved.
        {drafts.map(({ key, about }) => (
          <Link key={key} href={hrefOf(key.slice(start.length))} className={buttonClass("secondary", "small")}>
            {about === undefined ? "Open draft" : `Open draft based on ${about}`}
          </Link>
        ))}
      </span>
    </InlineBanner>
  );
}
