import type { QueryClient } from "@tanstack/react-query";
import type { Client } from "@/lib/client/client";
import { feedbackList, type FeedbackListParams, feedbackPulse } from "./feedback-list";

/** Reads the first page of a project's feedback. */
export async function readFeedbackAhead(cache: QueryClient, params: FeedbackListParams, client: Client) {
  // Before the rows: what is given meanwhile is then read again.
  await cache.prefetchQuery(feedbackPulse(params.projectId, client));
  await cache.prefetchInfiniteQuery(feedbackList(params, client));
}
