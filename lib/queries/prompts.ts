import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { contains, whereAll } from "@/lib/contract/conditions";
import type { ObjectVersion } from "@/lib/contract/objects";
import { PROMPT_CLASSES } from "@/lib/prompt/stored-prompt";
import { byOffset, type OffsetPage } from "./offset-pages";

/** Number of prompts on one page of the list. */
const PROMPTS_PAGE_ROWS = 50;

/** The prompts of a project whose name contains a text, each in its latest version, last published first. */
export function promptsList({ projectId, q }: { projectId: string; q: string }, client: Client = browserClient) {
  return infiniteQueryOptions({
    queryKey: ["objects", "prompts", { projectId, q }] as const,
    queryFn: async ({ pageParam, signal }): Promise<OffsetPage<ObjectVersion>> => {
      const body = {
        project_id: projectId,
        filter: { base_object_classes: [...PROMPT_CLASSES], latest_only: true },
        query: whereAll(q === "" ? [] : [contains("object_id", q)]),
        sort_by: [{ field: "created_at", direction: "desc" as const }],
        metadata_only: true,
        limit: PROMPTS_PAGE_ROWS,
        offset: pageParam,
      };
      const { objs } = await client.request("objsQuery", body, { signal });
      return { rows: objs, isLast: objs.length < PROMPTS_PAGE_ROWS };
    },
    ...byOffset(PROMPTS_PAGE_ROWS),
    placeholderData: keepPreviousData,
  });
}
