"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";

import { buttonClass } from "@/components/ui/button";
import { failuresPath } from "@/lib/filter/failing-traces";
import { newestFailures } from "@/lib/queries/project-home";

import { HomeSection } from "./home-section";
import { NewestTraces } from "./newest-traces";

/** The newest traces that failed. */
export function NewestFailures({ projectId }: { projectId: string }) {
  const query = useQuery(newestFailures(projectId));
  const { data = [] } = query;
  const all = (
    <Link href={failuresPath(projectId, "failed")} className={buttonClass("ghost", "small")}>
      View all
    </Link>
  );
  return (
    <HomeSection title="Newest failures" action={data.length > 0 && all} query={query}>
      {data.length === 0 ? (
        <p className="text-muted">No trace has failed.</p>
      ) : (
        <NewestTraces projectId={projectId} label="Newest failures" traces={data} />
      )}
    </HomeSection>
  );
}
