import type { Metadata } from "next";

import { NewQueue } from "@/components/feedback/queue/new-queue";
import { requireSession } from "@/lib/auth/session";
import { newQueuePath, projectIdOf } from "@/lib/format/address";

export const metadata: Metadata = { title: "New annotation queue" };

export default async function NewQueuePage({ params }: PageProps<"/[entity]/[project]/feedback/queues/new">) {
  const projectId = projectIdOf(await params);
  await requireSession(newQueuePath(projectId));
  return <NewQueue projectId={projectId} />;
}
