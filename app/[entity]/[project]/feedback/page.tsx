import { requestedLook } from "@/app/requested-look";
import { FeedbackList } from "@/components/feedback/list/feedback-list";
import { feedbackAt } from "@/components/feedback/list/feedback-params";
import { requireSession } from "@/lib/auth/session";
import { feedbackPath, projectIdOf } from "@/lib/format/address";
import { zoneIn } from "@/lib/format/look";
import { readFeedbackAhead } from "@/lib/queries/feedback-ahead";
import { feedbackCount } from "@/lib/queries/feedback-list";

import { ProjectReadAhead } from "../project-read-ahead";
import { projectTitle } from "../project-title";

export const generateMetadata = projectTitle("Feedback");

export default async function FeedbackPage({ params, searchParams }: PageProps<"/[entity]/[project]/feedback">) {
  const projectId = projectIdOf(await params);
  const { serviceUrl } = await requireSession(feedbackPath(projectId));
  const listed = feedbackAt(projectId, await searchParams, zoneIn(await requestedLook()));
  return (
    <ProjectReadAhead
      projectId={projectId}
      read={(cache, client) => [
        readFeedbackAhead(cache, listed, client),
        cache.prefetchQuery(feedbackCount(listed, client)),
      ]}
    >
      <FeedbackList projectId={projectId} serviceUrl={serviceUrl} />
    </ProjectReadAhead>
  );
}
