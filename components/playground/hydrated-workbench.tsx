"use client";

import type { ComponentProps } from "react";

import { useIsHydrated } from "@/components/ui/use-browser-value";

import { PlaygroundSkeleton } from "./playground-skeleton";
import { Workbench } from "./workbench";

/** The workbench in the browser, where its drafts are stored; its skeleton in the server's HTML. */
export function HydratedWorkbench(props: ComponentProps<typeof Workbench>) {
  return useIsHydrated() ? <Workbench {...props} /> : <PlaygroundSkeleton />;
}
