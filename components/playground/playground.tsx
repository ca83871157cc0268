"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";

import { PlaygroundSkeleton } from "./playground-skeleton";

// The server renders only its skeleton, so that the page responds before the workbench and its schemas are loaded.
const Workbench = dynamic(async () => (await import("./hydrated-workbench")).HydratedWorkbench, {
  loading: PlaygroundSkeleton,
});

interface PlaygroundProps {
  projectId: string;
  /** The service's address, for code. */
  serviceUrl: string;
  /** Shown below a recorded answer. */
  feedbackOn: (callId: string) => ReactNode;
}

/** A playground for several models in one conversation. */
export function Playground(props: PlaygroundProps) {
  return (
    <>
      <h1 className="sr-only">Playground</h1>
      <Workbench key={props.projectId} {...props} />
    </>
  );
}
