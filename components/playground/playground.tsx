"use client";

import type { ReactNode } from "react";

import { Skeleton } from "@/components/ui/skeleton";
import { useIsHydrated } from "@/components/ui/use-browser-value";

import { Workbench } from "./workbench";

interface PlaygroundProps {
  projectId: string;
  /** The service's address, for code. */
  serviceUrl: string;
  /** Shown below a recorded answer. */
  feedbackOn: (callId: string) => ReactNode;
}

/**
 * A playground for several models in one conversation. Drafts are stored in the browser, so the server renders none of
 * it.
 */
export function Playground(props: PlaygroundProps) {
  const isHydrated = useIsHydrated();
  return (
    <>
      <h1 className="sr-only">Playground</h1>
      {isHydrated ? <Workbench key={props.projectId} {...props} /> : <PlaygroundSkeleton />}
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
