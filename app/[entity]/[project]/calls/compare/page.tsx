import type { Metadata } from "next";

import { ComparePage } from "@/components/call/compare/compare-page";
import { requireSession } from "@/lib/auth/session";
import { comparePath, projectIdOf, withSearch } from "@/lib/format/address";

export const metadata: Metadata = { title: "Compare traces" };

export default async function CompareRoute({ params, searchParams }: PageProps<"/[entity]/[project]/calls/compare">) {
  const projectId = projectIdOf(await params);
  const given = Object.entries(await searchParams).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as const] : [],
  );
  await requireSession(withSearch(comparePath(projectId), given));
  return <ComparePage projectId={projectId} />;
}
