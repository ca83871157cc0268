import { DEFAULT_PROJECT } from "@/lib/contract/default-project";

import { FirstTrace } from "./first-trace";

interface NoProjectsProps {
  baseUrl: string;
  /** The project entered when signing in, else the key's default project. */
  projectId: string | undefined;
}

/** Shown when there are no projects: how to create one by sending a trace. */
export function NoProjects({ baseUrl, projectId = DEFAULT_PROJECT }: NoProjectsProps) {
  return (
    <div className="mx-auto grid w-full max-w-200 min-w-0 gap-6 px-4 py-6">
      <header className="grid gap-1">
        <h1 className="text-title font-semibold">No projects yet</h1>
        <p className="text-muted">
          A project is created when its first trace arrives. The snippet below sends one to <code>{projectId}</code>
          {projectId === DEFAULT_PROJECT && ", the default project for traces"}. Your projects will then be listed here.
        </p>
      </header>
      <FirstTrace baseUrl={baseUrl} projectId={projectId} />
    </div>
  );
}
