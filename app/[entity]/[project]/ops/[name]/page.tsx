import { redirect } from "next/navigation";

import { decodeSegment, objectPath, projectIdOf } from "@/lib/format/address";

interface OpNameProps {
  params: Promise<{ entity: string; project: string; name: string }>;
}

/** A name alone leads to its latest version. */
export default async function OpNamePage({ params }: OpNameProps) {
  const { name, ...names } = await params;
  redirect(objectPath(projectIdOf(names), { kind: "op", name: decodeSegment(name), digest: "latest" }));
}
