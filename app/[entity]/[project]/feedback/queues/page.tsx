import { QueueList } from "@/components/feedback/queue/queue-list";
import { requireSession } from "@/lib/auth/session";
import { projectIdOf, queuesPath } from "@/lib/format/address";
import { readQueuesAhead } from "@/lib/queries/queues-ahead";

import { ProjectReadAhead } from "../../project-read-ahead";
import { projectTitle } from "../../project-title";

export const generateMetadata = projectTitle("Annotation queues");

export default async function QueuesPage({ params }: PageProps<"/[entity]/[project]/feedback/queues">) {
  const projectId = projectIdOf(await params);
  await requireSession(queuesPath(projectId));
  return (
    <ProjectReadAhead projectId={projectId} read={(cache, client) => [readQueuesAhead(cache, projectId, client)]}>
      <QueueList projectId={projectId} />
    </ProjectReadAhead>
  );
}
