"use client";

import { useSyncExternalStore, type ReactNode } from "react";

import { Skeleton } from "@/components/ui/skeleton";

import { Workbench } from "./workbench";

interface PlaygroundProps {
  projectId: string;
  /** The service's address, for the programs that it is written as. */
  serviceUrl: string;
  /** Stands under an answer that was recorded, in sight of it. */
  feedbackOn: (callId: string) => ReactNode;
}

const subscribeNever = () => () => {};

/** Models tried over one conversation. What is written is kept in the browser, so the server renders none of it. */
export function Playground(props: PlaygroundProps) {
  const isInBrowser = useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  );
  return (
    <>
      <h1 className="sr-only">Playground</h1>
      {isInBrowser ? <Workbench key={props.projectId} {...props} /> : <PlaygroundSkeleton />}
    </>
  );
}

function PlaygroundSkeleton() {
  return (
    <div role="status" aria-busy aria-label="Opening the playground" className="grid gap-4 p-4">
      <Skeleton className="h-6 w-48" />
      <Skeleton className="h-16 max-w-120" />
      <Skeleton className="h-16 max-w-120" />
    </div>
  );
}
