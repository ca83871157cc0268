import { requestedLook } from "@/app/requested-look";
import { listedAt } from "@/components/call/list/listed-at";
import { RefusedBanner } from "@/components/project/refused-banner";
import { requireSession } from "@/lib/auth/session";
import { callsPath, projectIdOf } from "@/lib/format/address";
import { zoneIn } from "@/lib/format/look";
import { callsCount } from "@/lib/queries/calls";
import { readCallsAhead } from "@/lib/queries/calls-ahead";
import { refusalsList } from "@/lib/queries/projects";

import { ProjectReadAhead } from "../project-read-ahead";
import { projectTitle } from "../project-title";
import { TracesScreen } from "./traces-screen";

export const generateMetadata = projectTitle("Traces");

export default async function TracesPage({ params, searchParams }: PageProps<"/[entity]/[project]/calls">) {
  const projectId = projectIdOf(await params);
  await requireSession(callsPath(projectId));
  const listed = listedAt(projectId, await searchParams, zoneIn(await requestedLook()));
  return (
    <ProjectReadAhead
      projectId={projectId}
      read={(cache, client) => [
        readCallsAhead(cache, listed, client),
        cache.prefetchQuery(callsCount(listed, client)),
        cache.prefetchQuery(refusalsList(projectId, client)),
      ]}
    >
      <RefusedBanner projectId={projectId} />
      <TracesScreen projectId={projectId} />
    </ProjectReadAhead>
  );
}
