import type { Metadata } from "next";

import { requireSession } from "@/lib/auth/session";
import { decodeSegment, objectPath, projectIdOf } from "@/lib/format/address";

import { ObjectScreen } from "../../../object-screen";

interface ObjectRouteProps {
  params: Promise<{ entity: string; project: string; name: string; digest: string }>;
}

export async function generateMetadata({ params }: ObjectRouteProps): Promise<Metadata> {
  return { title: decodeSegment((await params).name) };
}

/**
 * Nothing is prefetched: values keep their exact text, which cannot be serialised between server and client components.
 */
export default async function ObjectRoute({ params }: ObjectRouteProps) {
  const { name, digest, ...names } = await params;
  const version = { kind: "object", name: decodeSegment(name), digest: decodeSegment(digest) } as const;
  const projectId = projectIdOf(names);
  const { serviceUrl } = await requireSession(objectPath(projectId, version));
  return <ObjectScreen projectId={projectId} serviceUrl={serviceUrl} {...version} />;
}
