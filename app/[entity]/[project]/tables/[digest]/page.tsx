import type { Metadata } from "next";

import { TablePage } from "@/components/stored-table/page/table-page";
import { requireSession } from "@/lib/auth/session";
import { decodeSegment, projectIdOf, tablePath } from "@/lib/format/address";

interface TableRouteProps {
  params: Promise<{ entity: string; project: string; digest: string }>;
}

export const metadata: Metadata = { title: "Table" };

/**
 * Nothing is prefetched: rows keep their exact text, which cannot be serialised between server and client components.
 */
export default async function TableRoute({ params }: TableRouteProps) {
  const { digest, ...names } = await params;
  const [projectId, table] = [projectIdOf(names), decodeSegment(digest)];
  const { serviceUrl } = await requireSession(tablePath(projectId, table));
  return <TablePage projectId={projectId} digest={table} serviceUrl={serviceUrl} />;
}
