import type { Metadata } from "next";

import { ObjectList } from "@/components/object/list/object-list";
import { requireSession } from "@/lib/auth/session";
import { objectsPath, projectIdOf } from "@/lib/format/address";

interface ObjectsPageProps {
  params: Promise<{ entity: string; project: string }>;
}

export async function generateMetadata({ params }: ObjectsPageProps): Promise<Metadata> {
  return { title: `Objects · ${projectIdOf(await params)}` };
}

export default async function ObjectsPage({ params }: ObjectsPageProps) {
  const projectId = projectIdOf(await params);
  const { serviceUrl } = await requireSession(objectsPath(projectId, "object"));
  return <ObjectList projectId={projectId} kind="object" serviceUrl={serviceUrl} />;
}
