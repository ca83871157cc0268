import { ThreadList } from "@/components/thread/list/thread-list";
import { threadsAt } from "@/components/thread/list/threads-params";
import { requireSession } from "@/lib/auth/session";
import { projectIdOf, threadsPath } from "@/lib/format/address";
import { readThreadsAhead } from "@/lib/queries/threads-ahead";

import { ProjectReadAhead } from "../project-read-ahead";
import { projectTitle } from "../project-title";

export const generateMetadata = projectTitle("Threads");

export default async function ThreadsRoute({ params, searchParams }: PageProps<"/[entity]/[project]/threads">) {
  const projectId = projectIdOf(await params);
  const { serviceUrl } = await requireSession(threadsPath(projectId));
  const listed = threadsAt(projectId, await searchParams);
  return (
    <ProjectReadAhead projectId={projectId} read={(cache, client) => [readThreadsAhead(cache, listed, client)]}>
      <ThreadList projectId={projectId} serviceUrl={serviceUrl} />
    </ProjectReadAhead>
  );
}
