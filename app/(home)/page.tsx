import type { Metadata } from "next";

import { ProjectList } from "@/components/project/project-list";
import { requireSession } from "@/lib/auth/session";
import { projectsList } from "@/lib/queries/projects";

import { ReadAhead } from "../read-ahead";

export const metadata: Metadata = { title: "Projects" };

export default async function ProjectsPage() {
  const { serviceUrl, projectId } = await requireSession("/");
  return (
    <ReadAhead read={(cache, client) => [cache.prefetchQuery(projectsList(client))]}>
      <ProjectList serviceUrl={serviceUrl} ownProjectId={projectId} />
    </ReadAhead>
  );
}
