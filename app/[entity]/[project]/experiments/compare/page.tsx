import { CompareScreen } from "@/components/experiment/compare/compare-screen";
import { requireSession } from "@/lib/auth/session";
import { projectIdOf } from "@/lib/format/address";
import { comparedExperimentsPath } from "@/lib/format/experiment-address";
import { pinnedBaselines } from "@/lib/queries/baselines";

import { ProjectReadAhead } from "../../project-read-ahead";
import { projectTitle } from "../../project-title";
import { withGiven } from "../../with-given";

export const generateMetadata = projectTitle("Compare experiments");

export default async function CompareExperimentsRoute({
  params,
  searchParams,
}: PageProps<"/[entity]/[project]/experiments/compare">) {
  const projectId = projectIdOf(await params);
  await requireSession(await withGiven(comparedExperimentsPath(projectId, []), searchParams));
  return (
    <ProjectReadAhead
      projectId={projectId}
      read={(cache, client) => [cache.prefetchQuery(pinnedBaselines(projectId, client))]}
    >
      <CompareScreen projectId={projectId} />
    </ProjectReadAhead>
  );
}
