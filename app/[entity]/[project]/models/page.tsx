import type { Metadata } from "next";

import { ModelsScreen } from "@/components/model/models-screen";
import { requireSession } from "@/lib/auth/session";
import { modelsPath, projectIdOf } from "@/lib/format/address";

interface ModelsPageProps {
  params: Promise<{ entity: string; project: string }>;
}

export async function generateMetadata({ params }: ModelsPageProps): Promise<Metadata> {
  return { title: `Models · ${projectIdOf(await params)}` };
}

export default async function ModelsPage({ params }: ModelsPageProps) {
  const projectId = projectIdOf(await params);
  await requireSession(modelsPath(projectId));
  return <ModelsScreen projectId={projectId} />;
}
