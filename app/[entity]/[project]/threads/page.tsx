import type { Metadata } from "next";

import { ThreadList } from "@/components/thread/list/thread-list";
import { requireSession } from "@/lib/auth/session";
import { projectIdOf, threadsPath } from "@/lib/format/address";

interface ThreadsRouteProps {
  params: Promise<{ entity: string; project: string }>;
}

export async function generateMetadata({ params }: ThreadsRouteProps): Promise<Metadata> {
  return { title: `Threads · ${projectIdOf(await params)}` };
}

export default async function ThreadsRoute({ params }: ThreadsRouteProps) {
  const projectId = projectIdOf(await params);
  const { serviceUrl } = await requireSession(threadsPath(projectId));
  return <ThreadList projectId={projectId} serviceUrl={serviceUrl} />;
}
