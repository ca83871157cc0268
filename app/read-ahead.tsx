import { dehydrate, HydrationBoundary, type QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { sessionClient } from "@/lib/auth/session";
import type { Client } from "@/lib/client/client";
import { createQueryClient } from "@/lib/queries/query-client";

interface ReadAheadProps {
  /** The queries of the first screen, without payloads: their exact text cannot be serialised to the browser. */
  read: (cache: QueryClient, client: Client) => Promise<void>[];
  children: ReactNode;
}

/** Prefetches the first queries of a page's components on the server; the browser retries those that fail. */
export async function ReadAhead({ read, children }: ReadAheadProps) {
  const client = await sessionClient();
  const cache = createQueryClient();
  if (client) await Promise.all(read(cache, client));
  return <HydrationBoundary state={dehydrate(cache)}>{children}</HydrationBoundary>;
}
