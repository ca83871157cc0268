"use client";

import { CallExchange } from "@/components/call/page/call-exchange";
import { QueueScreen } from "@/components/feedback/queue/queue-screen";

/** Joins a queue and its calls: the two know nothing of each other. */
export function QueuePage({ projectId, name }: { projectId: string; name: string }) {
  return (
    <QueueScreen
      projectId={projectId}
      name={name}
      callOn={(callId) => <CallExchange key={callId} projectId={projectId} callId={callId} />}
    />
  );
}
