import { ObjectList } from "@/components/object/list/object-list";
import { objectsViewAt } from "@/components/object/list/objects-params";
import { requireSession } from "@/lib/auth/session";
import type { ObjectKind } from "@/lib/contract/objects";
import { objectsPath, projectIdOf } from "@/lib/format/address";
import { objectsList, objectsStats } from "@/lib/queries/objects";

import { ProjectReadAhead } from "./project-read-ahead";

type ObjectListRouteProps = PageProps<"/[entity]/[project]/objects"> & { kind: ObjectKind };

/** The page of a project's objects or ops. */
export async function ObjectListRoute({ kind, params, searchParams }: ObjectListRouteProps) {
  const projectId = projectIdOf(await params);
  const { serviceUrl } = await requireSession(objectsPath(projectId, kind));
  const listed = { projectId, kind, view: objectsViewAt(await searchParams) };
  return (
    <ProjectReadAhead
      projectId={projectId}
      read={(cache, client) => [
        cache.prefetchInfiniteQuery(objectsList(listed, client)),
        cache.prefetchQuery(objectsStats(listed, client)),
      ]}
    >
      <ObjectList projectId={projectId} kind={kind} serviceUrl={serviceUrl} />
    </ProjectReadAhead>
  );
}
