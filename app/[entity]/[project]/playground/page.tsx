import type { Metadata } from "next";

import { requireSession } from "@/lib/auth/session";
import { playgroundPath, projectIdOf } from "@/lib/format/address";

import { PlaygroundScreen } from "./playground-screen";

interface PlaygroundPageProps {
  params: Promise<{ entity: string; project: string }>;
}

export async function generateMetadata({ params }: PlaygroundPageProps): Promise<Metadata> {
  return { title: `Playground · ${projectIdOf(await params)}` };
}

export default async function PlaygroundPage({ params }: PlaygroundPageProps) {
  const projectId = projectIdOf(await params);
  const { serviceUrl } = await requireSession(playgroundPath(projectId));
  return <PlaygroundScreen projectId={projectId} serviceUrl={serviceUrl} />;
}
