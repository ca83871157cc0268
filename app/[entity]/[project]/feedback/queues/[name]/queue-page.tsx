"use client";

import { CallExchange } from "@/components/call/page/call-exchange";
import { QueueScreen } from "@/components/feedback/queue/queue-screen";

/** Composes a queue and its calls. */
export function QueuePage({ projectId, name }: { projectId: string; name: string }) {
  return (
    <QueueScreen
      projectId={projectId}
      name={name}
      callOn={(callId) => <CallExchange key={callId} projectId={projectId} callId={callId} />}
    />
  );
}
