import type { Metadata } from "next";

import { requireSession } from "@/lib/auth/session";
import { decodeSegment, objectPath, projectIdOf } from "@/lib/format/address";

import { ObjectScreen } from "../../../object-screen";

interface OpRouteProps {
  params: Promise<{ entity: string; project: string; name: string; digest: string }>;
}

export async function generateMetadata({ params }: OpRouteProps): Promise<Metadata> {
  return { title: decodeSegment((await params).name) };
}

/**
 * Nothing is prefetched: values keep their exact text, which cannot be serialised between server and client components.
 */
export default async function OpRoute({ params }: OpRouteProps) {
  const { name, digest, ...names } = await params;
  const version = { kind: "op", name: decodeSegment(name), digest: decodeSegment(digest) } as const;
  const projectId = projectIdOf(names);
  const { serviceUrl } = await requireSession(objectPath(projectId, version));
  return <ObjectScreen projectId={projectId} serviceUrl={serviceUrl} {...version} />;
}
