import { ModelsScreen } from "@/components/model/models-screen";
import { requireSession } from "@/lib/auth/session";
import { modelsPath, projectIdOf } from "@/lib/format/address";
import { allPrices } from "@/lib/queries/costs";
import { feedbackByModel } from "@/lib/queries/observed-models";
import { trainedHere } from "@/lib/queries/training";

import { ProjectReadAhead } from "../project-read-ahead";
import { projectTitle } from "../project-title";

export const generateMetadata = projectTitle("Models");

export default async function ModelsPage({ params }: PageProps<"/[entity]/[project]/models">) {
  const projectId = projectIdOf(await params);
  await requireSession(modelsPath(projectId));
  return (
    <ProjectReadAhead
      projectId={projectId}
      read={(cache, client) => [
        cache.prefetchQuery(allPrices(projectId, client)),
        cache.prefetchQuery(feedbackByModel(projectId, client)),
        cache.prefetchQuery(trainedHere(projectId, client)),
      ]}
    >
      <ModelsScreen projectId={projectId} />
    </ProjectReadAhead>
  );
}
