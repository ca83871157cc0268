import type { Metadata } from "next";

import { ReadAhead } from "@/app/read-ahead";
import { requestedLook } from "@/app/requested-look";
import { auditAt } from "@/components/settings/audit/audit-params";
import { AuditScreen } from "@/components/settings/audit/audit-screen";
import { requireSession } from "@/lib/auth/session";
import { zoneIn } from "@/lib/format/look";
import { auditList } from "@/lib/queries/audit";
import { ownKey } from "@/lib/queries/keys";
import { projectsList } from "@/lib/queries/projects";

export const metadata: Metadata = { title: "Audit log" };

export default async function AuditPage({ searchParams }: PageProps<"/settings/audit">) {
  const { serviceName } = await requireSession("/settings/audit");
  const view = auditAt(await searchParams, zoneIn(await requestedLook()));
  return (
    <ReadAhead
      read={(cache, client) => [
        cache.prefetchQuery(ownKey(client)),
        cache.prefetchQuery(projectsList(client)),
        cache.prefetchInfiniteQuery(auditList(view, client)),
      ]}
    >
      <AuditScreen serviceName={serviceName} />
    </ReadAhead>
  );
}
