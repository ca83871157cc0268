import { redirect } from "next/navigation";

import { decodeSegment } from "@/lib/format/address";

interface Context {
  params: Promise<{ entity: string; project: string; id: string }>;
}

/** The link that Weave's SDKs print for a call: leads to the call's page, which checks the session. */
export async function GET(_request: Request, { params }: Context) {
  const { entity, project, id } = await params;
  // Segment by segment: a slash hidden in one must not make the address another site's.
  redirect(`/${[entity, project, "calls", id].map((segment) => encodeURIComponent(decodeSegment(segment))).join("/")}`);
}
