import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { equals } from "@/lib/contract/conditions";
import type { FeedbackRow, FeedbackSubject } from "./feedback";

/** The feedback on one subject, oldest first. */
export function feedbackOn(subject: FeedbackSubject, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["feedback", "list", subject] as const,
    queryFn: async ({ signal }): Promise<FeedbackRow[]> => {
      const body = {
        project_id: subject.projectId,
        query: { $expr: equals("core_ref", subject.ref) },
        sort_by: [{ field: "created_at", direction: "asc" } as const],
      };
      return (await client.request("feedbackQuery", body, { signal })).result;
    },
  });
}
