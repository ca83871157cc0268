import type { Metadata } from "next";

import { CostsScreen } from "@/components/cost/costs-screen";
import { requireSession } from "@/lib/auth/session";
import { costsPath, projectIdOf } from "@/lib/format/address";

interface CostsPageProps {
  params: Promise<{ entity: string; project: string }>;
}

export async function generateMetadata({ params }: CostsPageProps): Promise<Metadata> {
  return { title: `Costs · ${projectIdOf(await params)}` };
}

export default async function CostsPage({ params }: CostsPageProps) {
  const projectId = projectIdOf(await params);
  await requireSession(costsPath(projectId));
  return <CostsScreen projectId={projectId} />;
}
