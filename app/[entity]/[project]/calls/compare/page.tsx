import type { Metadata } from "next";

import { ComparePage } from "@/components/call/compare/compare-page";
import { requireSession } from "@/lib/auth/session";
import { comparePath, projectIdOf } from "@/lib/format/address";

import { withGiven } from "../../with-given";

export const metadata: Metadata = { title: "Compare traces" };

export default async function CompareRoute({ params, searchParams }: PageProps<"/[entity]/[project]/calls/compare">) {
  const projectId = projectIdOf(await params);
  await requireSession(await withGiven(comparePath(projectId), searchParams));
  return <ComparePage projectId={projectId} />;
}
