import type { QueryClient } from "@tanstack/react-query";
import { headers } from "next/headers";
import type { ReactNode } from "react";

import { dashboardConfig } from "@/lib/auth/config";
import { sessionClient } from "@/lib/auth/session";
import type { Client } from "@/lib/client/client";
import { portableState } from "@/lib/queries/portable-state";
import { createQueryClient } from "@/lib/queries/query-client";

import { RenderedWith } from "./rendered-with";

/** Largest answer that is read for a page, and the most data that a page includes. */
const ANSWER_BYTES = 1_000_000;
const PAGE_CHARS = 1_000_000;

interface ReadAheadProps {
  /** Reads the first queries of the page's components. */
  read: (cache: QueryClient, client: Client) => Promise<unknown>[];
  children: ReactNode;
}

/**
 * Reads what a page first shows while it is rendered, so that the document shows it before its script runs. The browser requests what fails,
 * takes long or is large. A page that is opened by a link within the dashboard is not held up: its script is loaded
 * already, and may have the data.
 */
export async function ReadAhead({ read, children }: ReadAheadProps) {
  const cache = createQueryClient(false);
  const isDocument = (await headers()).get("accept")?.includes("text/html");
  if (isDocument) {
    const limits = { signal: AbortSignal.timeout(dashboardConfig().readAheadMs), answerBytes: ANSWER_BYTES };
    const client = await sessionClient(limits);
    if (client) await Promise.allSettled(read(cache, client));
  }
  return <RenderedWith state={portableState(cache, PAGE_CHARS)}>{children}</RenderedWith>;
}
