import { requestedLook } from "@/app/requested-look";
import { threadsAt } from "@/components/thread/list/threads-params";
import { requireSession } from "@/lib/auth/session";
import { projectIdOf, threadsPath } from "@/lib/format/address";
import { zoneIn } from "@/lib/format/look";
import { threadsCount } from "@/lib/queries/threads";
import { readThreadsAhead } from "@/lib/queries/threads-ahead";

import { ProjectReadAhead } from "../project-read-ahead";
import { projectTitle } from "../project-title";
import { ThreadsScreen } from "./threads-screen";

export const generateMetadata = projectTitle("Threads");

export default async function ThreadsRoute({ params, searchParams }: PageProps<"/[entity]/[project]/threads">) {
  const projectId = projectIdOf(await params);
  const { serviceUrl } = await requireSession(threadsPath(projectId));
  const listed = threadsAt(projectId, await searchParams, zoneIn(await requestedLook()));
  return (
    <ProjectReadAhead
      projectId={projectId}
      read={(cache, client) => [
        readThreadsAhead(cache, listed, client),
        cache.prefetchQuery(threadsCount(listed, client)),
      ]}
    >
      <ThreadsScreen projectId={projectId} serviceUrl={serviceUrl} />
    </ProjectReadAhead>
  );
}
