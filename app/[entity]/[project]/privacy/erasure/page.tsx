import { ErasureScreen } from "@/components/privacy/erasure/erasure-screen";
import { requireSession } from "@/lib/auth/session";
import { projectIdOf } from "@/lib/format/address";
import { erasurePath } from "@/lib/format/privacy-address";
import { erasuresList } from "@/lib/queries/erasure";

import { ProjectReadAhead } from "../../project-read-ahead";
import { projectTitle } from "../../project-title";

export const generateMetadata = projectTitle("Erase a user's data");

export default async function ErasureRoute({ params }: PageProps<"/[entity]/[project]/privacy/erasure">) {
  const projectId = projectIdOf(await params);
  await requireSession(erasurePath(projectId));
  return (
    <ProjectReadAhead
      projectId={projectId}
      read={(cache, client) => [cache.prefetchQuery(erasuresList(projectId, client))]}
    >
      <ErasureScreen projectId={projectId} />
    </ProjectReadAhead>
  );
}
