import { pricesAt } from "@/components/cost/costs-params";
import { CostsScreen } from "@/components/cost/costs-screen";
import { requireSession } from "@/lib/auth/session";
import { costsPath, projectIdOf } from "@/lib/format/address";
import { allPrices, pricesList } from "@/lib/queries/costs";

import { ProjectReadAhead } from "../project-read-ahead";
import { projectTitle } from "../project-title";

export const generateMetadata = projectTitle("Costs");

export default async function CostsPage({ params, searchParams }: PageProps<"/[entity]/[project]/costs">) {
  const projectId = projectIdOf(await params);
  await requireSession(costsPath(projectId));
  const view = pricesAt(await searchParams);
  return (
    <ProjectReadAhead
      projectId={projectId}
      read={(cache, client) => [
        cache.prefetchQuery(allPrices(projectId, client)),
        cache.prefetchInfiniteQuery(pricesList({ projectId, view }, client)),
      ]}
    >
      <CostsScreen projectId={projectId} />
    </ProjectReadAhead>
  );
}
