import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { Feedback } from "@/lib/contract/feedback";
import type { ListShape } from "@/lib/live/list-pages";
import {
  FEEDBACK_PAGE_ROWS,
  feedbackList,
  type FeedbackListParams,
  type FeedbackPage,
  PULSE_MS,
  readFeedbackRows,
} from "./feedback-list";
import { liveHead } from "./live-list";

const shape: ListShape<Partial<Feedback>, FeedbackPage> = {
  idOf: ({ id = "" }) => id,
  pageRows: FEEDBACK_PAGE_ROWS,
  restart: (first, rows) => ({
    ...first,
    rows,
    until: first.until && rows[0]?.created_at,
    hasMore: rows.length === FEEDBACK_PAGE_ROWS,
  }),
};

/** The head of a project's feedback. */
export function liveFeedback({ projectId, view }: FeedbackListParams, client: Client = browserClient) {
  return liveHead<Partial<Feedback>, FeedbackPage>({
    queryKey: ["feedback", "live", { projectId, view }],
    readMark: async (signal) => {
      const { count, latest = "" } = await client.request("feedbackQueryStats", { project_id: projectId }, { signal });
      return `${count} ${latest}`;
    },
    pagesIn: (cache) => cache.getQueryData(feedbackList({ projectId, view }).queryKey)?.pages,
    readHead: async (pages, signal) => {
      const readAt = pages[0]?.readAt ?? Date.now();
      return { head: await readFeedbackRows({ projectId, view }, { offset: 0, readAt }, client, signal) };
    },
    leastMs: PULSE_MS,
  });
}

export function liveFeedbackList(params: FeedbackListParams) {
  return { ...shape, list: feedbackList(params), live: liveFeedback(params) };
}
