import { jobsViewAt } from "@/components/training/list/jobs-params";
import { TrainingScreen } from "@/components/training/list/training-screen";
import { requireSession } from "@/lib/auth/session";
import { projectIdOf, trainingPath } from "@/lib/format/address";
import { trainedModelsList, trainingJobsList, trainingRunner } from "@/lib/queries/training";

import { ProjectReadAhead } from "../project-read-ahead";
import { projectTitle } from "../project-title";

export const generateMetadata = projectTitle("Training");

export default async function TrainingRoute({ params, searchParams }: PageProps<"/[entity]/[project]/training">) {
  const projectId = projectIdOf(await params);
  await requireSession(trainingPath(projectId));
  const view = jobsViewAt(await searchParams);
  return (
    <ProjectReadAhead
      projectId={projectId}
      read={(cache, client) => [
        cache.prefetchInfiniteQuery(trainingJobsList({ projectId, view }, client)),
        cache.prefetchQuery(trainedModelsList(projectId, client)),
        cache.prefetchQuery(trainingRunner(client)),
      ]}
    >
      <TrainingScreen projectId={projectId} />
    </ProjectReadAhead>
  );
}
