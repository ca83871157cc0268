import type { Metadata } from "next";

import { requireSession } from "@/lib/auth/session";
import { decodeSegment, projectIdOf, threadPath } from "@/lib/format/address";
import { readThreadAhead } from "@/lib/queries/threads-ahead";

import { ProjectReadAhead } from "../../project-read-ahead";
import { ThreadScreen } from "./thread-screen";

export const metadata: Metadata = { title: "Thread" };

export default async function ThreadRoute({ params }: PageProps<"/[entity]/[project]/threads/[id]">) {
  const { id, ...names } = await params;
  const projectId = projectIdOf(names);
  const threadId = decodeSegment(id);
  await requireSession(threadPath(projectId, threadId));
  return (
    <ProjectReadAhead
      projectId={projectId}
      read={(cache, client) => [readThreadAhead(cache, { projectId, threadId }, client)]}
    >
      <ThreadScreen projectId={projectId} threadId={threadId} />
    </ProjectReadAhead>
  );
}
