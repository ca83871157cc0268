import type { Metadata } from "next";

import { RefusedBanner } from "@/components/project/refused-banner";
import { requireSession } from "@/lib/auth/session";
import { callsPath, projectIdOf } from "@/lib/format/address";

import { TracesScreen } from "./traces-screen";

interface TracesPageProps {
  params: Promise<{ entity: string; project: string }>;
}

export async function generateMetadata({ params }: TracesPageProps): Promise<Metadata> {
  return { title: `Traces · ${projectIdOf(await params)}` };
}

export default async function TracesPage({ params }: TracesPageProps) {
  const projectId = projectIdOf(await params);
  await requireSession(callsPath(projectId));
  return (
    <>
      <RefusedBanner projectId={projectId} />
      <TracesScreen projectId={projectId} />
    </>
  );
}
