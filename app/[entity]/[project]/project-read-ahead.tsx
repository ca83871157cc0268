import type { QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { ReadAhead } from "@/app/read-ahead";
import type { Client } from "@/lib/client/client";
import { ownKey } from "@/lib/queries/keys";
import { modelOrder } from "@/lib/queries/model-order";

interface ProjectReadAheadProps {
  projectId: string;
  /** Reads the first queries of the page's components. */
  read: (cache: QueryClient, client: Client) => Promise<unknown>[];
  children: ReactNode;
}

/** Reads what a page of a project first shows, and what every such page requests. */
export function ProjectReadAhead({ projectId, read, children }: ProjectReadAheadProps) {
  return (
    <ReadAhead
      read={(cache, client) => [
        ...read(cache, client),
        cache.prefetchQuery(modelOrder(projectId, client)),
        cache.prefetchQuery(ownKey(client)),
      ]}
    >
      {children}
    </ReadAhead>
  );
}
