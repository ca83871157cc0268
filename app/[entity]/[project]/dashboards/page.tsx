import { DashboardList } from "@/components/dashboard/dashboard-list";
import { requireSession } from "@/lib/auth/session";
import { dashboardsPath, projectIdOf } from "@/lib/format/address";
import { dashboardsList } from "@/lib/queries/dashboards";

import { ProjectReadAhead } from "../project-read-ahead";
import { projectTitle } from "../project-title";

export const generateMetadata = projectTitle("Dashboards");

export default async function DashboardsRoute({ params }: PageProps<"/[entity]/[project]/dashboards">) {
  const projectId = projectIdOf(await params);
  await requireSession(dashboardsPath(projectId));
  return (
    <ProjectReadAhead
      projectId={projectId}
      read={(cache, client) => [cache.prefetchQuery(dashboardsList(projectId, client))]}
    >
      <DashboardList projectId={projectId} />
    </ProjectReadAhead>
  );
}
