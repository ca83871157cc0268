import type { Metadata } from "next";

import { requireSession } from "@/lib/auth/session";
import { newTrainingPath, projectIdOf } from "@/lib/format/address";

import { NewJobScreen } from "./new-job-screen";

export const metadata: Metadata = { title: "New training job" };

export default async function NewJobPage({ params }: PageProps<"/[entity]/[project]/training/new">) {
  const projectId = projectIdOf(await params);
  await requireSession(newTrainingPath(projectId));
  return <NewJobScreen projectId={projectId} />;
}
