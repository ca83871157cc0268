import type { Metadata } from "next";

import { TrainingScreen } from "@/components/training/list/training-screen";
import { requireSession } from "@/lib/auth/session";
import { projectIdOf, trainingPath } from "@/lib/format/address";

interface TrainingRouteProps {
  params: Promise<{ entity: string; project: string }>;
}

export async function generateMetadata({ params }: TrainingRouteProps): Promise<Metadata> {
  return { title: `Training · ${projectIdOf(await params)}` };
}

export default async function TrainingRoute({ params }: TrainingRouteProps) {
  const projectId = projectIdOf(await params);
  await requireSession(trainingPath(projectId));
  return <TrainingScreen projectId={projectId} />;
}
