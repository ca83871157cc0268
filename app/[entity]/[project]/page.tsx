import type { Metadata } from "next";

import { ProjectHome } from "@/components/project/project-home";
import { dashboardConfig } from "@/lib/auth/config";
import { requireSession } from "@/lib/auth/session";
import { projectIdOf, projectPath } from "@/lib/format/address";

interface ProjectPageProps {
  params: Promise<{ entity: string; project: string }>;
}

export async function generateMetadata({ params }: ProjectPageProps): Promise<Metadata> {
  return { title: projectIdOf(await params) };
}

export default async function ProjectPage({ params }: ProjectPageProps) {
  const projectId = projectIdOf(await params);
  const { serviceUrl } = await requireSession(projectPath(projectId));
  return <ProjectHome projectId={projectId} serviceUrl={serviceUrl} isBuiltIn={dashboardConfig().isBuiltIn} />;
}
