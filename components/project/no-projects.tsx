import Link from "next/link";
import { Fragment } from "react";

import { InlineBanner } from "@/components/ui/inline-banner";
import { DEFAULT_PROJECT } from "@/lib/contract/default-project";
import type { Project } from "@/lib/contract/projects";
import { projectPath } from "@/lib/format/address";

import { FirstTrace } from "./first-trace";

interface NoProjectsProps {
  baseUrl: string;
  /** The project entered when signing in, else the key's default project. */
  projectId: string | undefined;
  /** Those that were created while this was shown. */
  projects: readonly Project[];
}

/** Shown when there are no projects: how to create one by sending a trace. */
export function NoProjects({ baseUrl, projectId = DEFAULT_PROJECT, projects }: NoProjectsProps) {
  return (
    <div className="mx-auto grid w-full max-w-200 min-w-0 gap-6 px-4 py-6">
      <header className="grid gap-1">
        <h1 className="text-title font-semibold">{projects.length === 0 ? "No projects yet" : "Projects"}</h1>
        {projects.length === 0 ? (
          <p className="text-muted">
            A project is created when its first trace arrives. The snippet below sends one to <code>{projectId}</code>
            {projectId === DEFAULT_PROJECT && ", the default project for traces"}. Your projects will then be listed
            here.
          </p>
        ) : (
          <InlineBanner>
            Your first trace has arrived. Open{" "}
            {projects.map(({ project_id: id }, at) => (
              <Fragment key={id}>
                {at > 0 && ", "}
                <Link href={projectPath(id)} className="text-accent-ink underline">
                  {id}
                </Link>
              </Fragment>
            ))}
          </InlineBanner>
        )}
      </header>
      <FirstTrace baseUrl={baseUrl} projectId={projectId} />
    </div>
  );
}
