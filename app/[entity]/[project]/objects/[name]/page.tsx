import { redirect } from "next/navigation";

import { decodeSegment, objectPath, projectIdOf } from "@/lib/format/address";

interface ObjectNameProps {
  params: Promise<{ entity: string; project: string; name: string }>;
}

/** A name alone leads to its latest version. */
export default async function ObjectNamePage({ params }: ObjectNameProps) {
  const { name, ...names } = await params;
  redirect(objectPath(projectIdOf(names), { kind: "object", name: decodeSegment(name), digest: "latest" }));
}
