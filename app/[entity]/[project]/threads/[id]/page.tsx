import type { Metadata } from "next";

import { requireSession } from "@/lib/auth/session";
import { decodeSegment, projectIdOf, threadPath } from "@/lib/format/address";

import { ThreadScreen } from "./thread-screen";

interface ThreadRouteProps {
  params: Promise<{ entity: string; project: string; id: string }>;
}

export const metadata: Metadata = { title: "Thread" };

export default async function ThreadRoute({ params }: ThreadRouteProps) {
  const { id, ...names } = await params;
  const projectId = projectIdOf(names);
  const threadId = decodeSegment(id);
  await requireSession(threadPath(projectId, threadId));
  return <ThreadScreen projectId={projectId} threadId={threadId} />;
}
