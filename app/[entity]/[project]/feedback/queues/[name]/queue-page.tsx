"use client";

import { Fragment } from "react";

import { CallContext } from "@/components/call/page/call-context";
import { CallExchange } from "@/components/call/page/call-exchange";
import { QueueScreen } from "@/components/feedback/queue/queue-screen";

/** Composes a queue and its calls. */
export function QueuePage({ projectId, name }: { projectId: string; name: string }) {
  return (
    <QueueScreen
      projectId={projectId}
      name={name}
      callOn={(callId) => (
        <Fragment key={callId}>
          <CallExchange projectId={projectId} callId={callId} />
          <CallContext projectId={projectId} callId={callId} />
        </Fragment>
      )}
    />
  );
}
