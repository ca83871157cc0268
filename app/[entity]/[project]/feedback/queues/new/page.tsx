import type { Metadata } from "next";

import { NewQueue } from "@/components/feedback/queue/new-queue";
import { requireSession } from "@/lib/auth/session";
import { newQueuePath, projectIdOf } from "@/lib/format/address";

interface NewQueuePageProps {
  params: Promise<{ entity: string; project: string }>;
}

export const metadata: Metadata = { title: "New annotation queue" };

export default async function NewQueuePage({ params }: NewQueuePageProps) {
  const projectId = projectIdOf(await params);
  await requireSession(newQueuePath(projectId));
  return <NewQueue projectId={projectId} />;
}
