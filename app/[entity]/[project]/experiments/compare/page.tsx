import { CompareScreen } from "@/components/experiment/compare/compare-screen";
import { requireSession } from "@/lib/auth/session";
import { projectIdOf } from "@/lib/format/address";
import { comparedExperimentsPath } from "@/lib/format/experiment-address";

import { projectTitle } from "../../project-title";
import { withGiven } from "../../with-given";

export const generateMetadata = projectTitle("Compare experiments");

export default async function CompareExperimentsRoute({
  params,
  searchParams,
}: PageProps<"/[entity]/[project]/experiments/compare">) {
  const projectId = projectIdOf(await params);
  await requireSession(await withGiven(comparedExperimentsPath(projectId, []), searchParams));
  return <CompareScreen projectId={projectId} />;
}
