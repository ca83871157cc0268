import type { Metadata } from "next";

import { requireSession } from "@/lib/auth/session";
import { callRef } from "@/lib/contract/refs";
import { callPath, decodeSegment, projectIdOf } from "@/lib/format/address";
import { feedbackOn } from "@/lib/queries/feedback-on";
import { readTraceAhead } from "@/lib/queries/trace-ahead";

import { ProjectReadAhead } from "../../project-read-ahead";
import { CallScreen } from "./call-screen";

export const metadata: Metadata = { title: "Call" };

export default async function CallRoute({ params }: PageProps<"/[entity]/[project]/calls/[id]">) {
  const { id, ...names } = await params;
  const projectId = projectIdOf(names);
  const callId = decodeSegment(id);
  const { serviceUrl } = await requireSession(callPath(projectId, callId));
  return (
    <ProjectReadAhead
      projectId={projectId}
      read={(cache, client) => [
        readTraceAhead(cache, { projectId, callId }, client),
        cache.prefetchQuery(feedbackOn({ projectId, ref: callRef(projectId, callId) }, client)),
      ]}
    >
      <CallScreen projectId={projectId} serviceUrl={serviceUrl} />
    </ProjectReadAhead>
  );
}
