import type { Metadata } from "next";

import { NewScorer } from "@/components/object/scorer/new-scorer";
import { requireSession } from "@/lib/auth/session";
import { projectIdOf } from "@/lib/format/address";
import { newScorerPath } from "@/lib/format/experiment-address";

export const metadata: Metadata = { title: "New scorer" };

export default async function NewScorerPage({ params }: PageProps<"/[entity]/[project]/scorers/new">) {
  const projectId = projectIdOf(await params);
  await requireSession(newScorerPath(projectId));
  return <NewScorer projectId={projectId} />;
}
