import { ScoringScreen } from "@/components/scoring/scoring-screen";
import { requireSession } from "@/lib/auth/session";
import { projectIdOf } from "@/lib/format/address";
import { scoringPath } from "@/lib/format/scoring-address";
import { scoringRules } from "@/lib/queries/scoring";

import { ProjectReadAhead } from "../project-read-ahead";
import { projectTitle } from "../project-title";

export const generateMetadata = projectTitle("Scoring");

export default async function ScoringRoute({ params }: PageProps<"/[entity]/[project]/scoring">) {
  const projectId = projectIdOf(await params);
  await requireSession(scoringPath(projectId));
  return (
    <ProjectReadAhead
      projectId={projectId}
      read={(cache, client) => [cache.prefetchQuery(scoringRules(projectId, client))]}
    >
      <ScoringScreen projectId={projectId} />
    </ProjectReadAhead>
  );
}
