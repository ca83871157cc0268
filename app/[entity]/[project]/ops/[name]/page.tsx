import { redirect } from "next/navigation";

import { decodeSegment, objectPath, projectIdOf } from "@/lib/format/address";

/** A name without a version redirects to its latest version. */
export default async function OpNamePage({ params }: PageProps<"/[entity]/[project]/ops/[name]">) {
  const { name, ...names } = await params;
  redirect(objectPath(projectIdOf(names), { kind: "op", name: decodeSegment(name), digest: "latest" }));
}
