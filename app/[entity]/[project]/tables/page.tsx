import type { Metadata } from "next";

import { TableList } from "@/components/stored-table/list/table-list";
import { requireSession } from "@/lib/auth/session";
import { projectIdOf, tablesPath } from "@/lib/format/address";

interface TablesPageProps {
  params: Promise<{ entity: string; project: string }>;
}

export async function generateMetadata({ params }: TablesPageProps): Promise<Metadata> {
  return { title: `Tables · ${projectIdOf(await params)}` };
}

export default async function TablesPage({ params }: TablesPageProps) {
  const projectId = projectIdOf(await params);
  const { serviceUrl } = await requireSession(tablesPath(projectId));
  return <TableList projectId={projectId} serviceUrl={serviceUrl} />;
}
