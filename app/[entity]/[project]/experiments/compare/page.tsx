import { CompareScreen } from "@/components/experiment/compare/compare-screen";
import { requireSession } from "@/lib/auth/session";
import { projectIdOf, withSearch } from "@/lib/format/address";
import { comparedExperimentsPath } from "@/lib/format/experiment-address";

import { projectTitle } from "../../project-title";

export const generateMetadata = projectTitle("Compare experiments");

export default async function CompareExperimentsRoute({
  params,
  searchParams,
}: PageProps<"/[entity]/[project]/experiments/compare">) {
  const projectId = projectIdOf(await params);
  const given = Object.entries(await searchParams).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as const] : [],
  );
  await requireSession(withSearch(comparedExperimentsPath(projectId, []), given));
  return <CompareScreen projectId={projectId} />;
}
