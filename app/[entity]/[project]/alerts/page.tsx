import { AlertsScreen } from "@/components/alert/alerts-screen";
import { requireSession } from "@/lib/auth/session";
import { alertsPath, projectIdOf } from "@/lib/format/address";
import { alertsList } from "@/lib/queries/alerts";

import { ProjectReadAhead } from "../project-read-ahead";
import { projectTitle } from "../project-title";

export const generateMetadata = projectTitle("Alerts");

export default async function AlertsRoute({ params }: PageProps<"/[entity]/[project]/alerts">) {
  const projectId = projectIdOf(await params);
  await requireSession(alertsPath(projectId));
  return (
    <ProjectReadAhead
      projectId={projectId}
      read={(cache, client) => [cache.prefetchQuery(alertsList(projectId, client))]}
    >
      <AlertsScreen projectId={projectId} />
    </ProjectReadAhead>
  );
}
