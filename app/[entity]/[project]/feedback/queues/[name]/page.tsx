import { requireSession } from "@/lib/auth/session";
import { decodeSegment, projectIdOf, queuePath } from "@/lib/format/address";

import { QueuePage } from "./queue-page";

export { nameTitle as generateMetadata } from "../../../project-title";

export default async function QueueRoute({ params }: PageProps<"/[entity]/[project]/feedback/queues/[name]">) {
  const { name: segment, ...names } = await params;
  const [projectId, name] = [projectIdOf(names), decodeSegment(segment)];
  await requireSession(queuePath(projectId, name));
  return <QueuePage projectId={projectId} name={name} />;
}
