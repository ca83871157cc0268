import { ExperimentList } from "@/components/experiment/list/experiment-list";
import { requireSession } from "@/lib/auth/session";
import { experimentsPath, projectIdOf } from "@/lib/format/address";
import { pinnedBaselines } from "@/lib/queries/baselines";
import { experimentsList } from "@/lib/queries/experiments";

import { ProjectReadAhead } from "../project-read-ahead";
import { projectTitle } from "../project-title";

export const generateMetadata = projectTitle("Experiments");

export default async function ExperimentsRoute({ params }: PageProps<"/[entity]/[project]/experiments">) {
  const projectId = projectIdOf(await params);
  await requireSession(experimentsPath(projectId));
  return (
    <ProjectReadAhead
      projectId={projectId}
      read={(cache, client) => [
        cache.prefetchInfiniteQuery(experimentsList(projectId, client)),
        cache.prefetchQuery(pinnedBaselines(projectId, client)),
      ]}
    >
      <ExperimentList projectId={projectId} />
    </ProjectReadAhead>
  );
}
