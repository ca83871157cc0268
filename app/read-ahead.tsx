import { dehydrate, HydrationBoundary, type QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { sessionClient } from "@/lib/auth/session";
import type { Client } from "@/lib/client/client";
import { createQueryClient } from "@/lib/queries/query-client";

interface ReadAheadProps {
  /** What the first screen shows, without payloads: their exact text can't cross to the browser this way. */
  read: (cache: QueryClient, client: Client) => Promise<void>[];
  children: ReactNode;
}

/** Gives the page's components what they ask for first along with the page; what fails here they ask for themselves. */
export async function ReadAhead({ read, children }: ReadAheadProps) {
  const client = await sessionClient();
  const cache = createQueryClient();
  if (client) await Promise.all(read(cache, client));
  return <HydrationBoundary state={dehydrate(cache)}>{children}</HydrationBoundary>;
}
