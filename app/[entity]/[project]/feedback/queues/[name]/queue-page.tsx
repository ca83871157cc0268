"use client";

import dynamic from "next/dynamic";
import { Fragment } from "react";

import { CallExchange } from "@/components/call/page/call-exchange";
import { QueueScreen } from "@/components/feedback/queue/queue-screen";

// What it reads comes after the call.
const CallContext = dynamic(async () => (await import("@/components/call/page/call-context")).CallContext, {
  ssr: false,
});

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
