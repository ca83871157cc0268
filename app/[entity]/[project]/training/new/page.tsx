import type { Metadata } from "next";

import { requireSession } from "@/lib/auth/session";
import { newTrainingPath, projectIdOf } from "@/lib/format/address";

import { NewJobScreen } from "./new-job-screen";

interface NewJobPageProps {
  params: Promise<{ entity: string; project: string }>;
}

export const metadata: Metadata = { title: "New training job" };

export default async function NewJobPage({ params }: NewJobPageProps) {
  const projectId = projectIdOf(await params);
  await requireSession(newTrainingPath(projectId));
  return <NewJobScreen projectId={projectId} />;
}
