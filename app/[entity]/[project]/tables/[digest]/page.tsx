import type { Metadata } from "next";

import { TablePage } from "@/components/stored-table/page/table-page";
import { tableViewAt } from "@/components/stored-table/page/table-params";
import { requireSession } from "@/lib/auth/session";
import { decodeSegment, projectIdOf, tablePath } from "@/lib/format/address";
import { datasetsOf, tableCount, tableProfile, tableRows } from "@/lib/queries/tables";

import { ProjectReadAhead } from "../../project-read-ahead";

export const metadata: Metadata = { title: "Table" };

export default async function TableRoute({ params, searchParams }: PageProps<"/[entity]/[project]/tables/[digest]">) {
  const { digest, ...names } = await params;
  const [projectId, table] = [projectIdOf(names), decodeSegment(digest)];
  const { serviceUrl } = await requireSession(tablePath(projectId, table));
  const read = { projectId, digest: table };
  const view = tableViewAt(await searchParams);
  return (
    <ProjectReadAhead
      projectId={projectId}
      read={(cache, client) => [
        cache.prefetchQuery(tableCount(read, [], client)),
        cache.prefetchQuery(tableCount(read, view.digests, client)),
        cache.prefetchQuery(datasetsOf(read, client)),
        cache.prefetchQuery(tableRows(read, { sort: null, digests: [] }, { offset: 0 }, client)),
        cache.prefetchQuery(tableRows(read, view, { offset: 0 }, client)),
        cache.prefetchQuery(tableProfile(read, client)),
      ]}
    >
      <TablePage projectId={projectId} digest={table} serviceUrl={serviceUrl} />
    </ProjectReadAhead>
  );
}
