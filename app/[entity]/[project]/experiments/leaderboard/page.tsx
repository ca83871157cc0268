import { LeaderboardScreen } from "@/components/experiment/leaderboard/leaderboard-screen";
import { requireSession } from "@/lib/auth/session";
import { projectIdOf, withSearch } from "@/lib/format/address";
import { leaderboardPath } from "@/lib/format/experiment-address";
import { experimentsList } from "@/lib/queries/experiments";

import { ProjectReadAhead } from "../../project-read-ahead";
import { projectTitle } from "../../project-title";

export const generateMetadata = projectTitle("Leaderboard");

export default async function LeaderboardRoute({
  params,
  searchParams,
}: PageProps<"/[entity]/[project]/experiments/leaderboard">) {
  const projectId = projectIdOf(await params);
  const given = Object.entries(await searchParams).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as const] : [],
  );
  await requireSession(withSearch(leaderboardPath(projectId), given));
  return (
    <ProjectReadAhead
      projectId={projectId}
      read={(cache, client) => [cache.prefetchInfiniteQuery(experimentsList(projectId, client))]}
    >
      <LeaderboardScreen projectId={projectId} />
    </ProjectReadAhead>
  );
}
