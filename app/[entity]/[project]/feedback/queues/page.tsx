import type { Metadata } from "next";

import { QueueList } from "@/components/feedback/queue/queue-list";
import { requireSession } from "@/lib/auth/session";
import { projectIdOf, queuesPath } from "@/lib/format/address";

interface QueuesPageProps {
  params: Promise<{ entity: string; project: string }>;
}

export async function generateMetadata({ params }: QueuesPageProps): Promise<Metadata> {
  return { title: `Annotation queues · ${projectIdOf(await params)}` };
}

export default async function QueuesPage({ params }: QueuesPageProps) {
  const projectId = projectIdOf(await params);
  await requireSession(queuesPath(projectId));
  return <QueueList projectId={projectId} />;
}
