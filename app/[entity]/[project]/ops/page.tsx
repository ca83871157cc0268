import type { Metadata } from "next";

import { ObjectList } from "@/components/object/list/object-list";
import { requireSession } from "@/lib/auth/session";
import { objectsPath, projectIdOf } from "@/lib/format/address";

interface OpsPageProps {
  params: Promise<{ entity: string; project: string }>;
}

export async function generateMetadata({ params }: OpsPageProps): Promise<Metadata> {
  return { title: `Ops · ${projectIdOf(await params)}` };
}

export default async function OpsPage({ params }: OpsPageProps) {
  const projectId = projectIdOf(await params);
  const { serviceUrl } = await requireSession(objectsPath(projectId, "op"));
  return <ObjectList projectId={projectId} kind="op" serviceUrl={serviceUrl} />;
}
