import { DashboardPage } from "@/components/dashboard/dashboard-page";
import { requireSession } from "@/lib/auth/session";
import { dashboardPath, decodeSegment, projectIdOf } from "@/lib/format/address";
import { dashboardDetail } from "@/lib/queries/dashboards";

import { ProjectReadAhead } from "../../project-read-ahead";

export { nameTitle as generateMetadata } from "../../project-title";

export default async function DashboardRoute({ params }: PageProps<"/[entity]/[project]/dashboards/[name]">) {
  const { name: segment, ...names } = await params;
  const [projectId, id] = [projectIdOf(names), decodeSegment(segment)];
  await requireSession(dashboardPath(projectId, id));
  return (
    <ProjectReadAhead
      projectId={projectId}
      read={(cache, client) => [cache.prefetchQuery(dashboardDetail(projectId, id, client))]}
    >
      <DashboardPage projectId={projectId} id={id} />
    </ProjectReadAhead>
  );
}
