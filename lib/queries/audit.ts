import { infiniteQueryOptions, keepPreviousData, mutationOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { yieldToMain } from "@/lib/client/yield-to-main";
import type { AuditRecord } from "@/lib/contract/audit";
import { type AuditView, selectAudit } from "@/lib/filter/audit-view";
import { writeJsonLine } from "@/lib/json/text";

/** Records of one page of the log. */
const AUDIT_PAGE_ROWS = 100;

interface PageParam {
  /** The last record of the page before. */
  afterId?: string | undefined;
  /** When the log was first read (milliseconds): every page resolves a relative range against it. */
  readAt: number;
}

interface AuditPage {
  rows: AuditRecord[];
  readAt: number;
  hasMore: boolean;
}

/** The records that a view selects, newest first, page by page. */
export function auditList(view: AuditView, client: Client = browserClient) {
  return infiniteQueryOptions({
    queryKey: ["audit", "list", { view }] as const,
    queryFn: async ({ pageParam: { afterId, readAt: first }, signal }): Promise<AuditPage> => {
      const readAt = first || Date.now();
      const body = { ...selectAudit(view, readAt), limit: AUDIT_PAGE_ROWS, after_id: afterId };
      const { records, has_more } = await client.request("auditQuery", body, { signal });
      return { rows: records, readAt, hasMore: has_more };
    },
    initialPageParam: { readAt: 0 } as PageParam,
    getNextPageParam: ({ rows, hasMore, readAt }): PageParam | undefined =>
      hasMore ? { afterId: rows.at(-1)?.id, readAt } : undefined,
    placeholderData: keepPreviousData,
  });
}

/** All records that a view selects as JSON lines; fails instead of returning only a part. */
export function auditExport(view: AuditView, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["audit", "export"] as const,
    mutationFn: async (): Promise<{ file: Blob; records: number }> => {
      const lines: string[] = [];
      const rows = client.stream("auditExport", selectAudit(view, Date.now()), { isExport: true });
      for await (const record of yieldToMain(rows)) lines.push(writeJsonLine(record));
      return { file: new Blob(lines, { type: "application/jsonl" }), records: lines.length };
    },
    onSettled: (_exported, _error, _none, _result, { client: cache }) =>
      // The export itself is in the log.
      void cache.invalidateQueries({ queryKey: ["audit", "list"] }),
  });
}
