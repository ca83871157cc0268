"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { Grant } from "@/lib/contract/grants";
import { unknownProjects } from "@/lib/format/unknown-projects";
import { projectsList } from "@/lib/queries/projects";

interface KnownProjects {
  /** Continues at once, or once the person has confirmed roles on projects that do not exist. */
  check: (grants: readonly Grant[], go: () => void) => Promise<void>;
  /** The question. */
  question: ReactNode;
}

/** Asks before somebody gets roles on a project that does not exist, which may be misspelled. */
export function useKnownProjects(confirm: string): KnownProjects {
  const cache = useQueryClient();
  const [asked, setAsked] = useState<{ unknown: string[]; go: () => void }>();
  const check: KnownProjects["check"] = async (grants, go) => {
    // If they cannot be read, nothing is known to be wrong.
    const projects = await cache.fetchQuery({ ...projectsList(), staleTime: 0 }).catch(() => undefined);
    const patterns = grants.map(({ project_pattern: pattern }) => pattern);
    const ids = projects?.map(({ project_id: id }) => id);
    const unknown = ids ? unknownProjects(patterns, ids) : [];
    if (unknown.length === 0) go();
    else setAsked({ unknown, go });
  };
  const { unknown = [], go } = asked ?? {};
  const question = (
    <ConfirmDialog
      open={asked !== undefined}
      title={`No project matches ${unknown.join(", ")}`}
      confirm={confirm}
      confirming={confirm}
      keep="Back"
      tone="primary"
      isPending={false}
      problem={undefined}
      onConfirm={() => {
        setAsked(undefined);
        go?.();
      }}
      onClose={() => setAsked(undefined)}
    >
      <p>Check the spelling. A project is created when something is first sent to it; the role then applies to it.</p>
    </ConfirmDialog>
  );
  return { check, question };
}
