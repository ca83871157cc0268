import type { Metadata } from "next";

import { requireSession } from "@/lib/auth/session";
import { decodeSegment, projectIdOf, queuePath } from "@/lib/format/address";

import { QueuePage } from "./queue-page";

interface QueueRouteProps {
  params: Promise<{ entity: string; project: string; name: string }>;
}

export async function generateMetadata({ params }: QueueRouteProps): Promise<Metadata> {
  return { title: decodeSegment((await params).name) };
}

export default async function QueueRoute({ params }: QueueRouteProps) {
  const { name: segment, ...names } = await params;
  const [projectId, name] = [projectIdOf(names), decodeSegment(segment)];
  await requireSession(queuePath(projectId, name));
  return <QueuePage projectId={projectId} name={name} />;
}
