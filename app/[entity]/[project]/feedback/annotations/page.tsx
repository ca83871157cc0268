import { AnnotationList } from "@/components/feedback/annotations/annotation-list";
import { requireSession } from "@/lib/auth/session";
import { annotationsPath, projectIdOf } from "@/lib/format/address";
import { annotationVersions } from "@/lib/queries/annotations";
import { feedbackTypes } from "@/lib/queries/feedback-list";

import { ProjectReadAhead } from "../../project-read-ahead";
import { projectTitle } from "../../project-title";

export const generateMetadata = projectTitle("Annotations");

export default async function AnnotationsPage({ params }: PageProps<"/[entity]/[project]/feedback/annotations">) {
  const projectId = projectIdOf(await params);
  await requireSession(annotationsPath(projectId));
  return (
    <ProjectReadAhead
      projectId={projectId}
      read={(cache, client) => [
        cache.prefetchQuery(annotationVersions(projectId, client)),
        cache.prefetchQuery(feedbackTypes(projectId, client)),
      ]}
    >
      <AnnotationList projectId={projectId} />
    </ProjectReadAhead>
  );
}
