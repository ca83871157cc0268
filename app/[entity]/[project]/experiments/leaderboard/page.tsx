import { LeaderboardScreen } from "@/components/experiment/leaderboard/leaderboard-screen";
import { requireSession } from "@/lib/auth/session";
import { projectIdOf } from "@/lib/format/address";
import { leaderboardPath } from "@/lib/format/experiment-address";
import { pinnedBaselines } from "@/lib/queries/baselines";
import { experimentsList } from "@/lib/queries/experiments";

import { ProjectReadAhead } from "../../project-read-ahead";
import { projectTitle } from "../../project-title";
import { withGiven } from "../../with-given";

export const generateMetadata = projectTitle("Leaderboard");

export default async function LeaderboardRoute({
  params,
  searchParams,
}: PageProps<"/[entity]/[project]/experiments/leaderboard">) {
  const projectId = projectIdOf(await params);
  await requireSession(await withGiven(leaderboardPath(projectId), searchParams));
  return (
    <ProjectReadAhead
      projectId={projectId}
      read={(cache, client) => [
        cache.prefetchInfiniteQuery(experimentsList(projectId, client)),
        cache.prefetchQuery(pinnedBaselines(projectId, client)),
      ]}
    >
      <LeaderboardScreen projectId={projectId} />
    </ProjectReadAhead>
  );
}
