import { redirect } from "next/navigation";

import { callPath, decodeSegment, projectIdOf } from "@/lib/format/address";

interface Context {
  params: Promise<{ entity: string; project: string; id: string }>;
}

/** The link that Weave's SDKs print for a call; redirects to the call's page, which checks the session. */
export async function GET(_request: Request, { params }: Context) {
  const { id, ...names } = await params;
  redirect(callPath(projectIdOf(names), decodeSegment(id)));
}
