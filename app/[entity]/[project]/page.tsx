import type { Metadata } from "next";

import { ProjectHome } from "@/components/project/project-home";
import { requireSession } from "@/lib/auth/session";
import { NEWEST_TRACES } from "@/lib/filter/calls-view";
import { projectIdOf, projectPath } from "@/lib/format/address";
import { callsCount } from "@/lib/queries/calls";
import { readCallsAhead } from "@/lib/queries/calls-ahead";
import { projectDays } from "@/lib/queries/project-home";
import { refusalsList } from "@/lib/queries/projects";

import { ProjectReadAhead } from "./project-read-ahead";

export async function generateMetadata({ params }: PageProps<"/[entity]/[project]">): Promise<Metadata> {
  return { title: projectIdOf(await params) };
}

export default async function ProjectPage({ params }: PageProps<"/[entity]/[project]">) {
  const projectId = projectIdOf(await params);
  const { serviceUrl } = await requireSession(projectPath(projectId));
  return (
    <ProjectReadAhead
      projectId={projectId}
      read={(cache, client) => [
        readCallsAhead(cache, { projectId, view: NEWEST_TRACES }, client),
        cache.prefetchQuery(callsCount({ projectId, view: { ...NEWEST_TRACES, roots: false } }, client)),
        cache.prefetchQuery(refusalsList(projectId, client)),
        cache.prefetchQuery(projectDays(projectId, client)),
      ]}
    >
      <ProjectHome projectId={projectId} serviceUrl={serviceUrl} />
    </ProjectReadAhead>
  );
}
