import { redirect } from "next/navigation";

import { decodeSegment, objectPath, projectIdOf } from "@/lib/format/address";

/** A name without a version redirects to its latest version. */
export default async function ObjectNamePage({ params }: PageProps<"/[entity]/[project]/objects/[name]">) {
  const { name, ...names } = await params;
  redirect(objectPath(projectIdOf(names), { kind: "object", name: decodeSegment(name), digest: "latest" }));
}
