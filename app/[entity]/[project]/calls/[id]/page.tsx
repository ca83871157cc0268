import type { Metadata } from "next";

import { requireSession } from "@/lib/auth/session";
import { callPath, decodeSegment, projectIdOf } from "@/lib/format/address";

import { CallScreen } from "./call-screen";

interface CallRouteProps {
  params: Promise<{ entity: string; project: string; id: string }>;
}

export const metadata: Metadata = { title: "Call" };

/**
 * Nothing is prefetched: payloads keep their exact text, which cannot be serialised between server and client
 * components.
 */
export default async function CallRoute({ params }: CallRouteProps) {
  const { id, ...names } = await params;
  const projectId = projectIdOf(names);
  const { serviceUrl } = await requireSession(callPath(projectId, decodeSegment(id)));
  return <CallScreen projectId={projectId} serviceUrl={serviceUrl} />;
}
