import { AnalysisScreen } from "@/components/feedback/analysis/analysis-screen";
import { requireSession } from "@/lib/auth/session";
import { feedbackAnalysisPath, projectIdOf } from "@/lib/format/address";
import { feedbackTypes } from "@/lib/queries/feedback-list";

import { ProjectReadAhead } from "../../project-read-ahead";
import { projectTitle } from "../../project-title";

export const generateMetadata = projectTitle("Feedback analysis");

export default async function AnalysisPage({ params }: PageProps<"/[entity]/[project]/feedback/analysis">) {
  const projectId = projectIdOf(await params);
  await requireSession(feedbackAnalysisPath(projectId));
  return (
    <ProjectReadAhead
      projectId={projectId}
      read={(cache, client) => [cache.prefetchQuery(feedbackTypes(projectId, client))]}
    >
      <AnalysisScreen projectId={projectId} />
    </ProjectReadAhead>
  );
}
