import { requireSession } from "@/lib/auth/session";
import type { ObjectKind } from "@/lib/contract/objects";
import { versionInAddress } from "@/lib/contract/version-name";
import { decodeSegment, objectPath, projectIdOf } from "@/lib/format/address";
import { objectVersion, objectVersions } from "@/lib/queries/objects";

import { ObjectScreen } from "./object-screen";
import { ProjectReadAhead } from "./project-read-ahead";

type ObjectVersionRouteProps = PageProps<"/[entity]/[project]/objects/[name]/[digest]"> & { kind: ObjectKind };

/** The page of a version of an object or op. */
export async function ObjectVersionRoute({ kind, params }: ObjectVersionRouteProps) {
  const { name: nameSegment, digest: digestSegment, ...names } = await params;
  const [name, digest] = [decodeSegment(nameSegment), versionInAddress(decodeSegment(digestSegment))];
  const projectId = projectIdOf(names);
  const { serviceUrl } = await requireSession(objectPath(projectId, { kind, name, digest }));
  return (
    <ProjectReadAhead
      projectId={projectId}
      read={(cache, client) => [
        cache.prefetchQuery(objectVersion({ projectId, name, digest }, client)),
        cache.prefetchInfiniteQuery(objectVersions({ projectId, kind, name }, client)),
      ]}
    >
      <ObjectScreen projectId={projectId} serviceUrl={serviceUrl} kind={kind} name={name} digest={digest} />
    </ProjectReadAhead>
  );
}
