import { requestedLook } from "@/app/requested-look";
import { ModelsScreen } from "@/components/model/models-screen";
import { requireSession } from "@/lib/auth/session";
import { modelsPath, projectIdOf } from "@/lib/format/address";
import { zoneIn } from "@/lib/format/look";
import { allPrices } from "@/lib/queries/costs";
import { modelsList } from "@/lib/queries/models";
import { feedbackByModel, observedModels } from "@/lib/queries/observed-models";
import { trainedHere } from "@/lib/queries/training";

import { ProjectReadAhead } from "../project-read-ahead";
import { projectTitle } from "../project-title";

export const generateMetadata = projectTitle("Models");

export default async function ModelsPage({ params }: PageProps<"/[entity]/[project]/models">) {
  const projectId = projectIdOf(await params);
  await requireSession(modelsPath(projectId));
  const zone = zoneIn(await requestedLook());
  return (
    <ProjectReadAhead
      projectId={projectId}
      read={(cache, client) => [
        cache.prefetchQuery(modelsList(projectId, client)),
        ...(zone ? [cache.prefetchQuery(observedModels(projectId, zone, client))] : []),
        cache.prefetchQuery(allPrices(projectId, client)),
        cache.prefetchQuery(feedbackByModel(projectId, client)),
        cache.prefetchQuery(trainedHere(projectId, client)),
      ]}
    >
      <ModelsScreen projectId={projectId} />
    </ProjectReadAhead>
  );
}
