import { TableList } from "@/components/stored-table/list/table-list";
import { tablesViewAt } from "@/components/stored-table/list/tables-params";
import { requireSession } from "@/lib/auth/session";
import { projectIdOf, tablesPath } from "@/lib/format/address";
import { datasetsList, tablesList } from "@/lib/queries/tables";

import { ProjectReadAhead } from "../project-read-ahead";
import { projectTitle } from "../project-title";

export const generateMetadata = projectTitle("Tables");

export default async function TablesPage({ params, searchParams }: PageProps<"/[entity]/[project]/tables">) {
  const projectId = projectIdOf(await params);
  const { serviceUrl } = await requireSession(tablesPath(projectId));
  const { isNamed, q } = tablesViewAt(await searchParams);
  return (
    <ProjectReadAhead
      projectId={projectId}
      read={(cache, client) => [
        isNamed
          ? cache.prefetchInfiniteQuery(datasetsList({ projectId, q }, client))
          : cache.prefetchInfiniteQuery(tablesList({ projectId }, client)),
      ]}
    >
      <TableList projectId={projectId} serviceUrl={serviceUrl} />
    </ProjectReadAhead>
  );
}
