import type { Metadata } from "next";

import { NewExperiment } from "@/components/experiment/form/new-experiment";
import { requireSession } from "@/lib/auth/session";
import { projectIdOf } from "@/lib/format/address";
import { newExperimentPath } from "@/lib/format/experiment-address";

export const metadata: Metadata = { title: "New experiment" };

export default async function NewExperimentPage({ params }: PageProps<"/[entity]/[project]/experiments/new">) {
  const projectId = projectIdOf(await params);
  await requireSession(newExperimentPath(projectId));
  return <NewExperiment projectId={projectId} />;
}
